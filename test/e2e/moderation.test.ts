import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { type SignedInVisitor, signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = await makeArticle(database, { slug: 'story', title: 'Story' });
    await makeComment(database, article, { commentText: 'Shown' });
    await makeComment(database, article, { commentText: 'Held', status: 'held', reasons: ['words'] });
  });
});
afterAll(() => site.stop());

const open = (query: string, visitor: SignedInVisitor = {}) =>
  signedInPage(site, `/admin?${query}`, { width: 390, ...visitor });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const readers = async () => (await fetch(`${site.url}/article/story`)).text();

async function openComments(page: Page) {
  const card = page.getByRole('listitem').filter({ hasText: 'Story' });
  await card
    .getByRole('button', { name: /comment/i })
    .first()
    .click();
  return page.getByRole('dialog', { name: 'Comments' });
}

test('a decision that fails is reported, and the comment stays', async () => {
  const page = await open('tab=moderation', {
    expectedFailures: [/^\/api\/newsroom\/comments\/.+\/approval$/],
  });
  const comment = page.getByRole('list', { name: 'Pending comments' }).locator(':scope > li');
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

test('in the dialog of an article, comments are closed and opened, and one is approved, withdrawn and deleted', async () => {
  const page = await open('tab=articles&category=global-politics&search=Story');
  const requested = Promise.withResolvers<Route>();
  await page.route('**/commenting', (route) => requested.resolve(route), { times: 1 });
  const dialog = await openComments(page);
  const isOpen = dialog.getByLabel('Readers may comment on this article');
  const top = () => dialog.locator('.comments').evaluate((list) => list.getBoundingClientRect().top);
  const topBefore = await top();
  await (await requested.promise).continue();
  await expect(isOpen).toBeChecked();
  expect(await top()).toBe(topBefore);
  await isOpen.click();
  await expect(toast(page, 'Comments closed')).toBeVisible();
  await expectAccessible(page, 'light');
  const reader = await openPage('/article/story', { site: site.url });
  await expect(reader.locator('#comments')).toContainText('Comments on this article are closed.');
  await expect(reader.locator('#comments form')).toHaveCount(0);
  await expectAccessible(reader, 'light');
  await isOpen.click();
  await expect(toast(page, 'Comments opened')).toBeVisible();

  const comment = dialog.getByRole('listitem').filter({ hasText: 'Held' });
  const pending = comment.getByText('Pending', { exact: true });
  const approve = comment.getByRole('button', { name: /^Approve/ });
  await expect(pending).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Approve/ })).toHaveCount(1);
  await approve.click();
  await expect(pending).toHaveCount(0);
  await expect(approve).toHaveCount(0);
  await expect.poll(readers).toContain('Held');
  await toast(page, 'Comment approved').getByRole('button', { name: 'Undo' }).click();
  await expect(pending).toBeVisible();
  // The badge is loaded again before.
  await expect(toast(page, 'Undone')).toBeVisible();
  const tab = page.locator('[role="tab"]', { hasText: 'Moderation' });
  await expect(tab).toContainText('1 pending');
  await comment.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(comment).toHaveCount(0);
  await expect(tab).not.toContainText('pending');
  await expect.poll(readers).not.toContain('Held');
});
