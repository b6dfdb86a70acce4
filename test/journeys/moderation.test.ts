import { afterAll, beforeAll, test } from 'vitest';
import { expect } from '../e2e/expect.ts';
import { preventToastExpiry } from '../e2e/newsroom-page.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = await makeArticle(database, { slug: 'story', title: 'Story' });
    await makeComment(database, article, { commentText: 'Always shown' });
    for (const [number, reasons] of [['links'], ['words', 'staff_address']].entries())
      await makeComment(database, article, {
        userEmail: `held-${number}@reader.example`,
        commentText: `Held ${number}`,
        status: 'held',
        reasons: reasons as ['links'],
        createdAt: new Date(Date.UTC(2025, 0, 1, 12, number)),
      });
  });
});
afterAll(() => site.stop());

test('pending comments are approved, withdrawn, deleted and restored, and readers see what is approved', async () => {
  const page = await signedInPage(site, '/admin?tab=moderation', { width: 390 });
  await preventToastExpiry(page);
  const toast = (text: string) => page.locator('.toast').filter({ hasText: text });
  const items = (heading: string) => page.getByRole('list', { name: heading }).locator(':scope > li');
  const readers = async () => (await fetch(`${site.url}/article/story`)).text();
  const tab = page.getByRole('tab', { name: /^Moderation/ });
  await expect(tab).toHaveAccessibleName(/Moderation\s*2 pending/);
  const first = items('Pending comments').filter({ hasText: 'Held 0' });
  await expect(first).toContainText('held-0@reader.example');
  await expect(first.getByRole('list', { name: 'Reasons for review' })).toHaveText('Too many links');
  await expect(first.getByRole('link', { name: 'Reply by email to held-0@reader.example' })).toHaveAttribute(
    'href',
    `mailto:held-0@reader.example?subject=${encodeURIComponent('Re: Your comment on “Story”')}`,
  );
  await expect(items('Pending comments').filter({ hasText: 'Held 1' })).toContainText('Uses a staff address');
  expect(await readers()).not.toContain('Held 0');

  // By keyboard only. The focus moves to the next comment.
  await first.getByRole('button', { name: /^Approve/ }).press('Enter');
  await expect(toast('Comment approved')).toBeVisible();
  await expect(items('Pending comments')).toHaveCount(1);
  await expect(page.locator('.moderated button:focus')).toHaveCount(1);
  await expect(tab).toHaveAccessibleName(/1 pending/);
  await expect.poll(readers).toContain('Held 0');
  await toast('Comment approved').getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Undone')).toBeVisible();
  await expect(items('Pending comments')).toHaveCount(2);
  await expect.poll(readers).not.toContain('Held 0');

  // Several at once, by keyboard only.
  const actions = page.getByRole('group', { name: 'Selected comments' });
  await expect(first.getByRole('checkbox', { name: 'Select' })).toHaveAccessibleDescription(
    'held-0@reader.example on Story',
  );
  await first.getByRole('checkbox', { name: 'Select' }).press('Space');
  await expect(page.getByRole('status').filter({ hasText: '1 comment selected' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await actions.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(toast('2 comments approved')).toBeVisible();
  await expect(items('Pending comments')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Pending comments' })).toBeFocused();
  await expect.poll(readers).toMatch(/Held 1[^]*Held 0/);
  await toast('2 comments approved').getByRole('button', { name: 'Undo' }).click();
  await expect(items('Pending comments')).toHaveCount(2);
  await expect(actions).toHaveCount(0);
  await expect.poll(readers).not.toMatch(/Held \d/);

  await first.getByRole('button', { name: /^Delete/ }).click();
  await expect(toast('Comment deleted')).toBeVisible();
  await page.getByRole('tab', { name: 'Deleted' }).click();
  const deleted = items('Deleted comments').filter({ hasText: 'Held 0' });
  await expect(deleted).toContainText('Decided by Edith Editor');
  await deleted.getByRole('button', { name: /^Restore/ }).click();
  await expect(toast('Comment restored')).toBeVisible();
  await page.goBack();
  await expect(first).toHaveCount(1);
  expect(await readers()).not.toMatch(/Held \d|@reader\.example/);
});
