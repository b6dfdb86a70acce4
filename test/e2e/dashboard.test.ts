import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeComment, makeDraft } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { ARTICLES_SECTIONS, CONTENT_SECTIONS } from '../section-names.ts';
import { expectNoAxeViolations } from './axe.ts';
import { TABS } from './dashboard-tabs.ts';
import { expect } from './expect.ts';
import { resizeTo } from './geometry.ts';
import type { Visitor } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    // 45 articles in one category: two full pages and five articles.
    for (let number = 1; number <= 40; number++)
      await makeArticle(database, { title: `Politics ${String(number).padStart(2, '0')}` });
    for (let number = 1; number <= 5; number++) await makeDraft(database, { title: `Unfinished ${number}` });
    const discussed = await makeArticle(database, {
      title: 'Much discussed',
      categorySlug: 'african-affairs',
    });
    for (let number = 1; number <= 27; number++)
      await makeComment(database, discussed, {
        userEmail: `voice-${number}@example.com`,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
        status: number === 27 ? 'held' : 'published',
      });
    await makeArticle(database, { title: 'To be kept', categorySlug: 'sports' });
  });
});
afterAll(() => site.stop());

const open = (query = '', visitor: Visitor = {}) => signedInPage(site, `/admin${query}`, visitor);
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });

test('administrators are reminded of the checklist before going live, until they hide it', async () => {
  const page = await open('', { width: 390 });
  const notice = page.getByRole('region', { name: 'Before you go live' });
  await expect(notice).toContainText(/\d points of the checklist are open/);
  await expectNoAxeViolations(page);
  await notice.getByRole('link', { name: 'Open the checklist' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Before you go live' })).toBeVisible();
  await notice.getByRole('button', { name: 'Hide: before you go live' }).press('Enter');
  await expect(notice).toHaveCount(0);
  await page.reload();
  // Once it is shown, the points are known to the notice as well.
  await expect(page.getByRole('heading', { name: 'Before you go live' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('tabs have a sub-tab for each section, are reached with the arrow keys, and are restored without a query', async () => {
  const panels = TABS.admin.map((name) => (name === 'Moderation' ? 'Moderation1 pending' : name));
  const page = await open();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(page.getByRole('tab')).toHaveText([...panels, ...ARTICLES_SECTIONS]);
  // A panel that is chosen below the start of a long one begins at its own.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await tab('Webhooks').click();
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await tab('Articles').click();
  await expect(page.getByRole('tab')).toHaveText([...panels, ...ARTICLES_SECTIONS]);
  await tab('Articles').focus();
  // They are a column on a wide screen.
  await page.keyboard.press('ArrowDown');
  await expect(tab('Content')).toBeFocused();
  await resizeTo(page, 390);
  await page.keyboard.press('ArrowRight');
  await expect(tab('Media')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab')).toHaveText([...panels, ...CONTENT_SECTIONS]);
  await tab('Culture').click();
  await expect(page.getByRole('heading', { name: 'Culture', exact: true })).toBeVisible();
  const later = await page.context().newPage();
  await later.goto('/admin');
  await expect(later.getByRole('tab', { name: 'Culture' })).toHaveAttribute('aria-selected', 'true');
});

test('the table has pages of 20 articles, which URL, reload and back preserve', async () => {
  const page = await open();
  await expect(page.getByText('45 articles')).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(page).toHaveURL(/[?&]page=2/);
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.reload();
  await expect(rows(page)).toHaveCount(5);
  await page.goBack();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await page.goto('/admin?tab=articles&category=global-politics&page=9');
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
});

test('the table ignores the response to an outdated search', async () => {
  const page = await open('?tab=articles&category=global-politics');
  await expect(rows(page)).toHaveCount(20);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/newsroom/articles?*search=unfinished*', async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  const requested = page.waitForRequest('**/api/newsroom/articles?*search=unfinished*');
  await page.getByLabel('Search').fill('unfinished');
  await requested;
  await page.getByLabel('Search').fill('politics 07');
  await expect(rows(page)).toHaveCount(1);
  resolve();
  await expect(page.getByText('1 article found')).toBeVisible();
  await expect(rows(page)).toContainText('Politics 07');
});

test('deleting an article asks first, with the focus on Cancel, and shows an error when it fails', async () => {
  const page = await open('?tab=content&category=sports', {
    expectedFailures: [/^\/api\/newsroom\/articles\/[^/]+$/],
  });
  const question = page.getByRole('alertdialog');
  await page.route('**/api/newsroom/articles/*', (route) => route.fulfill({ status: 400, body: '{}' }));
  const button = row(page, 'To be kept').getByRole('button', { name: 'Delete' });
  await button.click();
  await expect(question).toHaveAccessibleDescription(
    'Are you sure you want to delete this article? This action cannot be undone.',
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await button.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete article')).toBeVisible();
  await expect(row(page, 'To be kept')).toBeVisible();
});

test('the comments on an article are shown 20 a page, in a dialog that traps the focus', async () => {
  const page = await open('?tab=articles&category=african-affairs');
  const dialog = page.getByRole('dialog', { name: 'Comments' });
  const button = row(page, 'Much discussed').getByRole('button', { name: '27 comments' });
  await button.focus();
  await page.keyboard.press('Enter');
  const comments = dialog.getByRole('listitem');
  await expect(comments).toHaveCount(20);
  await expect(comments.first()).toContainText('voice-27@example.com');
  await expect(comments.first()).toContainText('Jan 1, 2026, 12:27 AM');
  await expect(comments.first()).toContainText('Pending');

  // From the last element, an invisible one behind it passes the focus on to the first.
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Tab');
    await expect.poll(hasFocus).toBe(true);
  }
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(comments).toHaveCount(7);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});
