import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { preventToastExpiry } from './newsroom-page.ts';
import { openPage, type Width, WIDTHS, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    for (const width of WIDTHS) {
      const article = await makeArticle(database, { slug: `story-${width}`, title: `Story ${width}` });
      const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 12, minute));
      await makeComment(database, article, { commentText: `Shown at ${width}`, createdAt: at(0) });
      for (const [number, reasons] of [['links'], ['words', 'staff_address']].entries())
        await makeComment(database, article, {
          userEmail: `held-${number}@reader.example`,
          commentText: `Held ${number} at ${width}`,
          status: 'held',
          reasons: reasons as ['links'],
          createdAt: at(number + 1),
        });
    }
    const busy = await makeArticle(database, { slug: 'busy' });
    for (let number = 0; number < 45; number++) await makeComment(database, busy);
  });
});
afterAll(() => site.stop());

const open = (width: Width, query = '') => signedInPage(site, `/admin?tab=moderation${query}`, { width });
const items = (page: Page, heading: string) =>
  page.getByRole('list', { name: heading }).locator(':scope > li');
const pendingComment = (page: Page, text: string) =>
  items(page, 'Pending comments').filter({ hasText: text });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

describe.each(widths)('moderation, %i pixels', (width) => {
  test('shows pending comments with reasons; an approved one is published, and a deleted one can be restored', async () => {
    const page = await open(width);
    await preventToastExpiry(page);
    const tab = page.getByRole('tab', { name: /^Moderation/ });
    await expect(tab).toHaveAccessibleName(/Moderation\s*\d+ pending/);
    const first = pendingComment(page, `Held 0 at ${width}`);
    await expect(first).toContainText('held-0@reader.example');
    await expect(first).toContainText(`Story ${width}`);
    await expect(first.getByRole('list', { name: 'Reasons for review' })).toHaveText('Too many links');
    await expect(
      first.getByRole('link', { name: 'Reply by email to held-0@reader.example' }),
    ).toHaveAttribute(
      'href',
      `mailto:held-0@reader.example?subject=${encodeURIComponent(`Re: Your comment on “Story ${width}”`)}`,
    );
    await expect(pendingComment(page, `Held 1 at ${width}`)).toContainText('Uses a staff address');
    await expectAccessible(page, 'light');
    const before = await items(page, 'Pending comments').count();

    // By keyboard only. The focus moves to the next comment.
    await first.getByRole('button', { name: /^Approve/ }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Comment approved')).toBeVisible();
    await expect(items(page, 'Pending comments')).toHaveCount(before - 1);
    await expect(page.locator('.moderated button:focus')).toHaveCount(1);
    await expectAccessible(page, 'light');
    const reader = await openPage(`/article/story-${width}`, { site: site.url });
    await expect(reader.locator('#comments')).toContainText(`Held 0 at ${width}`);

    await toast(page, 'Comment approved').getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Undone')).toBeVisible();
    await expect(items(page, 'Pending comments')).toHaveCount(before);
    await reader.reload();
    await expect(reader.locator('#comments')).not.toContainText(`Held 0 at ${width}`);

    await pendingComment(page, `Held 0 at ${width}`)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(toast(page, 'Comment deleted')).toBeVisible();
    await page.getByRole('tab', { name: 'Deleted' }).click();
    const deleted = items(page, 'Deleted comments').filter({ hasText: `Held 0 at ${width}` });
    await expect(deleted).toContainText('Decided by Edith Editor');
    await expectAccessible(page, 'light');
    await deleted.getByRole('button', { name: /^Restore/ }).click();
    await expect(toast(page, 'Comment restored')).toBeVisible();
    await page.goBack();
    await expect(pendingComment(page, `Held 0 at ${width}`)).toHaveCount(1);
  });

  test('has pages of published comments', async () => {
    const page = await open(width, '&view=published');
    await expect(items(page, 'Published comments')).toHaveCount(20);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Published comments' })).toBeFocused();
    await page.reload();
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
  });

  test('shows an error when a decision fails, and the comment stays', async () => {
    const expectedFailures: string[] = [];
    const page = await signedInPage(site, '/admin?tab=moderation', { width, expectedFailures });
    const comment = pendingComment(page, `Held 1 at ${width}`);
    const id = (await comment.getAttribute('id'))?.replace('moderated-', '') ?? '';
    expectedFailures.push(`/api/newsroom/comments/${id}/approval`);
    await page.route('**/approval', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: '{"detail":"No","code":"conflict"}',
      }),
    );
    await comment.getByRole('button', { name: /^Approve/ }).click();
    await expect(toast(page, 'Failed to approve comment')).toBeVisible();
    await expect(comment).toHaveCount(1);
    await expect(comment.getByRole('button', { name: /^Approve/ })).toBeFocused();
  });

  test('saves settings, and marks invalid values', async () => {
    const page = await signedInPage(site, '/admin?tab=settings&view=comments', {
      width,
      expectedFailures: ['/api/newsroom/settings'],
    });
    const links = page.getByLabel('Links allowed in a comment');
    const words = page.getByLabel('Words that hold a comment for review');
    await expect(links).toHaveValue('2');
    await expectAccessible(page, 'light');
    await links.fill('many');
    await words.fill(`Casino ${width}\n\n get rich `);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(toast(page, 'Failed to save settings')).toBeVisible();
    await expect(links).toHaveAttribute('aria-invalid', 'true');
    await expect(words).toHaveValue(`Casino ${width}\n\n get rich `);
    await expectAccessible(page, 'light');
    await links.fill('2');
    await page.getByLabel('Days until comments close').fill('90');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
    await expect(words).toHaveValue(`casino ${width}\nget rich`);
    await page.reload();
    await expect(page.getByLabel('Days until comments close')).toHaveValue('90');
    await page.getByLabel('Days until comments close').fill('');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
  });

  test('a pending comment can be approved in the dialog of its article, and the approval undone', async () => {
    const page = await signedInPage(site, '/admin?tab=articles&category=global-politics', { width });
    const item = page
      .getByRole(width === 390 ? 'listitem' : 'row')
      .filter({ hasText: `Story ${width}` })
      .first();
    await item.getByRole('button', { name: /comment/ }).click();
    const comments = page.getByRole('dialog', { name: 'Comments' });
    const comment = comments.getByRole('listitem').filter({ hasText: `Held 1 at ${width}` });
    await expect(comment.getByText('Pending', { exact: true })).toBeVisible();
    await expect(
      comments
        .getByRole('listitem')
        .filter({ hasText: `Shown at ${width}` })
        .getByRole('button', { name: /^Approve/ }),
    ).toHaveCount(0);
    await expectAccessible(page, 'light');
    await comment.getByRole('button', { name: /^Approve/ }).click();
    await expect(toast(page, 'Comment approved')).toBeVisible();
    await expect(comment.getByText('Pending', { exact: true })).toHaveCount(0);
    await expect(comment.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    const reader = await openPage(`/article/story-${width}`, { site: site.url });
    await expect(reader.locator('#comments')).toContainText(`Held 1 at ${width}`);
    await toast(page, 'Comment approved').getByRole('button', { name: 'Undo' }).click();
    await expect(comment.getByText('Pending', { exact: true })).toBeVisible();
    // The badge is loaded again before.
    await expect(toast(page, 'Undone')).toBeVisible();

    const tab = page.locator('[role="tab"]', { hasText: 'Moderation' });
    const before = (await tab.textContent()) ?? '';
    await comment.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(comment).toHaveCount(0);
    await expect(tab).not.toHaveText(before);
  });

  test('comments of an article can be closed and opened in its dialog', async () => {
    const page = await signedInPage(site, '/admin?tab=articles&category=global-politics&search=Story', {
      width,
    });
    const reader = await openPage(`/article/story-${width}`, { site: site.url });
    await expect(reader.locator('#comments form')).toHaveCount(1);
    const requested = Promise.withResolvers<Route>();
    await page.route('**/commenting', (route) => requested.resolve(route), { times: 1 });
    await page
      .getByRole('row', { name: `Story ${width}` })
      .or(page.getByRole('listitem').filter({ hasText: `Story ${width}` }))
      .getByRole('button', { name: /comment/i })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Comments' });
    const isOpen = dialog.getByLabel('Readers may comment on this article');
    const top = () => dialog.locator('.comments').evaluate((list) => list.getBoundingClientRect().top);
    const topBefore = await top();
    await (await requested.promise).continue();
    await expect(isOpen).toBeChecked();
    expect(await top()).toBe(topBefore);
    await isOpen.click();
    await expect(toast(page, 'Comments closed')).toBeVisible();
    await expect(isOpen).not.toBeChecked();
    await expectAccessible(page, 'light');
    await reader.reload();
    await expect(reader.locator('#comments')).toContainText('Comments on this article are closed.');
    await expect(reader.locator('#comments form')).toHaveCount(0);
    await expectAccessible(reader, 'light');
    await isOpen.click();
    await expect(toast(page, 'Comments opened')).toBeVisible();
  });
});
