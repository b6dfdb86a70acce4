import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expect } from './expect.ts';
import { COMMENTS, row, rows, useDashboard } from './dashboard-site.ts';

const dashboard = useDashboard();
const AFRICA = '?tab=articles&category=african-affairs';
const title = (page: Page, at: number) => rows(page).nth(at).getByRole('rowheader');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Comments' });
const confirmDialog = (page: Page) => page.getByRole('alertdialog');

describe('the table', () => {
  test('shows 20 articles a page; URL, reload and back preserve the page', async () => {
    const page = await dashboard.open();
    await expect(page.getByText('45 articles')).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await expect(page).toHaveURL(/[?&]page=2/);
    await page.getByRole('button', { name: 'Last page' }).click();
    await expect(rows(page)).toHaveCount(5);
    await page.reload();
    await expect(rows(page)).toHaveCount(5);
    await page.goBack();
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    await page.goto('/admin');
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await page.goto('/admin?tab=articles&category=global-politics&page=9');
    await expect(page.getByText('Page 3 of 3')).toBeVisible();
  });

  test('has columns, states and links in each row', async () => {
    const page = await dashboard.open('?tab=articles&category=global-politics&search=politics+02');
    const columns = ['Title', 'Status', 'Featured', 'Published', 'Comments', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    const published = row(page, 'Politics 02');
    await expect(published).toContainText('Published');
    await expect(published).toContainText('Featured');
    const edit = published.getByRole('link', { name: 'Edit' });
    await expect(edit).toHaveAttribute('href', /^\/admin\/article-editor\/global-politics\/[0-9a-f-]{36}$/);
    await expect(edit).toHaveAccessibleDescription('Politics 02');
    const link = published.getByRole('link', { name: 'Politics 02' });
    await expect(link).toHaveAttribute('href', /^\/article\/article-/);
    await page.getByLabel('Search').fill('unfinished 3');
    const draft = row(page, 'Unfinished 3');
    await expect(draft).toContainText('Draft');
    await expect(draft).toContainText('Not yet');
    await expect(draft.getByRole('link', { name: 'Unfinished 3' })).toHaveCount(0);
  });

  test('can be sorted by its columns and by a list, searched, filtered and reset', async () => {
    const page = await dashboard.open('?tab=articles&category=global-politics&state=published');
    const byDate = page.getByRole('columnheader', { name: 'Published' });
    const byTitle = page.getByRole('columnheader', { name: 'Title' });
    await expect(byDate).toHaveAttribute('aria-sort', 'descending');
    await expect(title(page, 0)).toHaveText('Politics 01');
    await byDate.getByRole('button').click();
    await expect(byDate).toHaveAttribute('aria-sort', 'ascending');
    await expect(title(page, 0)).toHaveText('Politics 40');
    await byTitle.getByRole('button').click();
    await byTitle.getByRole('button').click();
    await expect(byTitle).toHaveAttribute('aria-sort', 'descending');
    await expect(byDate).toHaveAttribute('aria-sort', 'none');
    await expect(title(page, 0)).toHaveText('Politics 40');
    await page.getByLabel('Order').selectOption('Oldest first');
    await expect(byDate).toHaveAttribute('aria-sort', 'ascending');

    await page.goto(`${dashboard.url()}/admin?tab=articles&category=global-politics&page=2`);
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await page.getByLabel('Search').pressSequentially('unfinished');
    await expect(page.getByText('5 articles found')).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
    await page.getByLabel('Search').fill('nothing of the kind');
    await expect(page.getByText('No articles found for “nothing of the kind”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(page.getByText('45 articles')).toBeVisible();
    await expect(page.getByLabel('Search')).toHaveValue('');
    await page.getByLabel('Status').selectOption('Drafts');
    await expect(rows(page)).toHaveCount(5);
  });

  test('ignores the response to an outdated search', async () => {
    const page = await dashboard.open('?tab=articles&category=global-politics');
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
    await expect(title(page, 0)).toHaveText('Politics 07');
  });

  test('distinguishes loading, failure and an empty list', async () => {
    const page = await dashboard.open('?tab=articles&category=african-affairs', {
      expectedFailures: ['/api/newsroom/articles'],
    });
    await expect(row(page, 'No comments')).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    let responseCount = 0;
    await page.route('**/api/newsroom/articles?*category=economy-society*', async (route) => {
      await promise;
      if (responseCount++ < 1) await route.fulfill({ status: 400, body: '{}' });
      else await route.continue();
    });
    await page.goto('/admin?tab=articles&category=economy-society');
    await expect(page.getByText('Loading articles...')).toBeVisible();
    resolve();
    await expect(page.getByText('Failed to load articles')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No articles in this category yet')).toBeVisible();
  });

  test('is a list of cards with the same content on a phone', async () => {
    const page = await dashboard.open(AFRICA, { width: 390 });
    const cards = page.getByRole('list', { name: 'African Affairs articles' }).getByRole('listitem');
    await expect(cards).toHaveCount(2);
    const card = cards.filter({ hasText: 'Much discussed' });
    await expect(card.getByText('Published')).toBeVisible();
    await expect(card.getByRole('link', { name: 'Edit' })).toBeVisible();
    await card.getByRole('button', { name: `${COMMENTS} comments` }).click();
    await expect(dialog(page)).toBeVisible();
  });
});

test('deleting an article asks first, with the focus on Cancel, and shows an error when it fails', async () => {
  const page = await dashboard.open('?tab=content&category=sports', {
    expectedFailures: [/^\/api\/newsroom\/articles\/[^/]+$/],
  });
  await page.route('**/api/newsroom/articles/*', (route) => route.fulfill({ status: 400, body: '{}' }));
  const button = row(page, 'To be kept').getByRole('button', { name: 'Delete' });
  await button.click();
  await expect(confirmDialog(page).getByRole('heading')).toHaveText('Delete Article');
  await expect(confirmDialog(page)).toHaveAccessibleDescription(
    /^Are you sure you want to delete this article\? This action cannot be undone\.\s*The article is moved to the trash .* You can restore it there\.$/,
  );
  await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirmDialog(page)).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete article')).toBeVisible();
  await expect(row(page, 'To be kept')).toBeVisible();
});

describe('the comments on an article', () => {
  test('are shown with address, date and text, 20 a page, in a dialog that traps the focus', async () => {
    const page = await dashboard.open(AFRICA);
    const button = row(page, 'Much discussed').getByRole('button', { name: `${COMMENTS} comments` });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    const comments = dialog(page).getByRole('listitem');
    await expect(comments).toHaveCount(20);
    await expect(comments.first()).toContainText('voice-27@example.com');
    await expect(comments.first()).toContainText('Jan 1, 2026, 12:27 AM');
    await expect(comments.first()).toContainText('Pending');
    await expect(comments.first()).toContainText('Remark 27');
    const { height } = (await dialog(page).boundingBox()) ?? { height: Infinity };
    expect(height).toBeLessThanOrEqual(0.8 * 768 + 1);

    // From the last element, an invisible one behind it passes the focus on to the first.
    const hasFocus = () => dialog(page).evaluate((element) => element.contains(document.activeElement));
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press('Tab');
      await expect.poll(hasFocus).toBe(true);
    }
    await dialog(page).getByRole('button', { name: 'Next page' }).click();
    await expect(comments).toHaveCount(7);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('are deleted individually, and disappear from the page of the article', async () => {
    const page = await dashboard.open(AFRICA);
    const comment = dialog(page).getByText('voice-26@example.com');
    const remove = dialog(page).getByRole('button', { name: 'Delete comment by voice-26@example.com' });
    await row(page, 'Much discussed')
      .getByRole('button', { name: /comments$/ })
      .click();
    await remove.click();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmDialog(page)).toBeHidden();
    await expect(comment).toBeVisible();
    await remove.click();
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Comment deleted')).toBeVisible();
    await expect(comment).toHaveCount(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(row(page, 'Much discussed').getByRole('button', { name: '26 comments' })).toBeFocused();
    await expect
      .poll(async () => (await fetch(`${dashboard.url()}/article/much-discussed`)).text())
      .not.toContain('Remark 26');
  });

  test('shows an empty list, loading errors and deletion errors', async () => {
    const page = await dashboard.open(AFRICA, {
      expectedFailures: [/\/comments$/, /^\/api\/newsroom\/comments\//],
    });
    await row(page, 'No comments').getByRole('button', { name: '0 comments' }).click();
    await expect(dialog(page).getByText('No comments yet')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();

    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/newsroom/articles/*/comments?*', async (route) => {
      await promise;
      await route.fulfill({ status: 400, body: '{}' });
    });
    await row(page, 'Much discussed')
      .getByRole('button', { name: / comments$/ })
      .click();
    await expect(dialog(page).getByText('Loading comments...')).toBeVisible();
    resolve();
    await expect(dialog(page).getByText('Failed to load comments')).toBeVisible();
    await page.unroute('**/api/newsroom/articles/*/comments?*');
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await page.route('**/api/newsroom/comments/*', (route) => route.fulfill({ status: 400, body: '{}' }));
    await dialog(page).getByRole('button', { name: 'Delete comment by voice-25@example.com' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Failed to delete comment')).toBeVisible();
    await expect(dialog(page).getByText('voice-25@example.com')).toBeVisible();
  });
});
