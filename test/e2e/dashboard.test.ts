import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle, makeComment, makeDraft } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectNoAxeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { resizeTo } from './geometry.ts';
import type { Visitor } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const COMMENTS = 27;

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    // 45 articles in one category: two full pages and five articles
    for (let number = 1; number <= 40; number++)
      await makeArticle(database, {
        title: `Politics ${String(number).padStart(2, '0')}`,
        featured: number === 2,
      });
    for (let number = 1; number <= 5; number++) await makeDraft(database, { title: `Unfinished ${number}` });
    const discussed = await makeArticle(database, {
      title: 'Much discussed',
      slug: 'much-discussed',
      categorySlug: 'african-affairs',
    });
    for (let number = 1; number <= COMMENTS; number++)
      await makeComment(database, discussed, {
        userEmail: `voice-${number}@example.com`,
        commentText: `Remark ${number}\nin two lines`,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
        status: number === COMMENTS ? 'held' : 'published',
      });
    await makeArticle(database, { title: 'No comments', categorySlug: 'african-affairs' });
    for (const title of ['To be deleted', 'To be kept'])
      await makeArticle(database, {
        title,
        slug: title.toLowerCase().replaceAll(' ', '-'),
        categorySlug: 'sports',
      });
  });
});
afterAll(() => site.stop());

const open = (query = '', visitor: Visitor = {}) => signedInPage(site, `/admin${query}`, visitor);
const AFRICA = '?tab=articles&category=african-affairs';
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const title = (page: Page, at: number) => rows(page).nth(at).getByRole('rowheader');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Comments' });
const confirmDialog = (page: Page) => page.getByRole('alertdialog');

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

describe('tabs', () => {
  test('on a phone, the selected one is visible after a badge has made another one wider', async () => {
    const page = await open('?tab=settings', { width: 390 });
    await expect(page.getByRole('tab', { name: '1 pending' })).toBeAttached();
    const hidden = () =>
      page.getByRole('tab', { name: 'Settings' }).evaluate((tab) => {
        const list = (tab.closest('[role=tablist]') as Element).getBoundingClientRect();
        const { left, right } = tab.getBoundingClientRect();
        return Math.round(Math.max(list.left - left, right - list.right, 0));
      });
    await expect.poll(hidden).toBe(0);
  });

  test('are in order, with a sub-tab for each section', async () => {
    const panels = [
      'Articles',
      'Content',
      'Media',
      'To review',
      'Calendar',
      'Trash',
      'Sections',
      'Authors',
      'Pages',
      'Home page',
      'Redirects',
      'Moderation1 pending',
      'Messages',
      'Newsletter',
      'Statistics',
      'People',
      'Audit log',
      'Webhooks',
      'Settings',
    ];
    const page = await open();
    await expect(page.getByRole('tab')).toHaveText([
      ...panels,
      'Global Politics',
      'African Affairs',
      'Economy & Society',
    ]);
    await page.getByRole('tab', { name: 'Content' }).click();
    await expect(page.getByRole('tab')).toHaveText([
      ...panels,
      'Sports',
      'Culture',
      'Technology',
      'Media & Power',
      'Opinions',
      'Investigations',
    ]);
    await page.getByRole('tab', { name: 'Media', exact: true }).click();
    await expect(page.getByText('videos and podcasts sections coming soon')).toBeVisible();
  });

  test('are navigated with the arrow keys and activated with Enter', async () => {
    const page = await open();
    await page.getByRole('tab', { name: 'Articles' }).focus();
    // They are a column on a wide screen.
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('tab', { name: 'Content' })).toBeFocused();
    await resizeTo(page, 390);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Media', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Sports' })).toHaveAttribute('aria-selected', 'true');
  });

  test('are restored when /admin is opened without a query', async () => {
    const page = await open();
    await page.getByRole('tab', { name: 'Content' }).click();
    await page.getByRole('tab', { name: 'Culture' }).click();
    await expect(page.getByRole('heading', { name: 'Culture', exact: true })).toBeVisible();
    await page.goto('/admin');
    await expect(page.getByRole('tab', { name: 'Culture' })).toHaveAttribute('aria-selected', 'true');
    const later = await page.context().newPage();
    await later.goto('/admin');
    await expect(later.getByRole('tab', { name: 'Culture' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the table', () => {
  test('shows 20 articles a page; URL, reload and back preserve the page', async () => {
    const page = await open();
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
    const page = await open('?tab=articles&category=global-politics&search=politics+02');
    await expect(page.getByRole('columnheader')).toHaveText([
      'Title',
      'Status',
      'Featured',
      'Published',
      'Comments',
      'Actions',
    ]);
    const published = row(page, 'Politics 02');
    await expect(published.getByText('Published')).toBeVisible();
    await expect(published.getByText('Featured')).toBeVisible();
    await expect(published.getByRole('link', { name: 'Politics 02' })).toHaveAttribute(
      'href',
      /^\/article\/article-/,
    );
    await expect(published.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      /^\/admin\/article-editor\/global-politics\/[0-9a-f-]{36}$/,
    );
    await expect(published.getByRole('link', { name: 'Edit' })).toHaveAccessibleDescription('Politics 02');
    await expect(page.getByRole('link', { name: 'Create New' })).toHaveAttribute(
      'href',
      '/admin/article-editor/global-politics',
    );
    await page.getByLabel('Search').fill('unfinished 3');
    const draft = row(page, 'Unfinished 3');
    await expect(draft.getByText('Draft')).toBeVisible();
    await expect(draft.getByText('Not yet')).toBeVisible();
    await expect(draft.getByRole('link', { name: 'Unfinished 3' })).toHaveCount(0);
  });

  test('can be sorted by its columns', async () => {
    const page = await open('?tab=articles&category=global-politics&state=published');
    const byDate = page.getByRole('columnheader', { name: 'Published' });
    await expect(byDate).toHaveAttribute('aria-sort', 'descending');
    await expect(title(page, 0)).toHaveText('Politics 01');
    await byDate.getByRole('button').click();
    await expect(byDate).toHaveAttribute('aria-sort', 'ascending');
    await expect(title(page, 0)).toHaveText('Politics 40');
    const byTitle = page.getByRole('columnheader', { name: 'Title' });
    await byTitle.getByRole('button').click();
    await expect(byTitle).toHaveAttribute('aria-sort', 'ascending');
    await expect(byDate).toHaveAttribute('aria-sort', 'none');
    await expect(title(page, 0)).toHaveText('Politics 01');
    await byTitle.getByRole('button').click();
    await expect(title(page, 0)).toHaveText('Politics 40');
    await page.getByLabel('Order').selectOption('Oldest first');
    await expect(byDate).toHaveAttribute('aria-sort', 'ascending');
  });

  test('can be searched, filtered and reset', async () => {
    const page = await open('?tab=articles&category=global-politics&page=2');
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await page.getByLabel('Search').pressSequentially('unfinished');
    await expect(page.getByText('5 articles found')).toBeVisible();
    await expect(page).toHaveURL(/search=unfinished/);
    await expect(page).not.toHaveURL(/page=/);
    await page.getByLabel('Search').fill('nothing of the kind');
    await expect(page.getByText('No articles found for “nothing of the kind”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('45 articles')).toBeVisible();
    await expect(page.getByLabel('Search')).toHaveValue('');
    await page.getByLabel('Status').selectOption('Drafts');
    await expect(rows(page)).toHaveCount(5);
    await page.getByLabel('Status').selectOption('Published');
    await expect(page.getByText('40 articles found')).toBeVisible();
  });

  test('ignores the response to an outdated search', async () => {
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
    await expect(title(page, 0)).toHaveText('Politics 07');
  });

  test('distinguishes loading, failure and an empty list', async () => {
    const page = await open('?tab=articles&category=african-affairs', {
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
    const page = await open(AFRICA, { width: 390 });
    const cards = page.getByRole('list', { name: 'African Affairs articles' }).getByRole('listitem');
    await expect(cards).toHaveCount(2);
    const card = cards.filter({ hasText: 'Much discussed' });
    await expect(card.getByText('Published')).toBeVisible();
    await expect(card.getByRole('link', { name: 'Edit' })).toBeVisible();
    await card.getByRole('button', { name: `${COMMENTS} comments` }).click();
    await expect(dialog(page)).toBeVisible();
  });
});

describe('the description of a section', () => {
  test('can be edited for readers; Cancel discards the changes', async () => {
    const page = await open('?tab=articles&category=economy-society', {
      expectedFailures: ['/api/newsroom/categories/economy-society'],
    });
    await expect(page.getByText('No description yet')).toBeVisible();
    await expect(page.getByText('Readers see: “How money moves, who it moves for')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Description' }).click();
    const box = page.getByLabel('Description');
    await expect(box).toBeFocused();
    await expect(box).toHaveAttribute('rows', '3');
    await box.fill('Discarded text');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('No description yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Description' })).toBeFocused();

    await page.getByRole('button', { name: 'Edit Description' }).click();
    await expect(box).toHaveValue('');
    await box.fill('Money, and what it does.');
    await page.route('**/api/newsroom/categories/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Failed to update category description')).toBeVisible();
    await expect(box).toHaveValue('Money, and what it does.');
    await page.unroute('**/api/newsroom/categories/*');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Category description updated')).toBeVisible();
    await expect(page.locator('.category-card').getByText('Money, and what it does.')).toBeVisible();
    await expect
      .poll(async () => (await fetch(`${site.url}/articles/economy-society`)).text())
      .toContain('Money, and what it does.');
  });
});

describe('the subtitle of all articles', () => {
  test.each([390, 1366] as const)('is edited beside the sections, at %d pixels', async (width) => {
    const page = await open('?tab=articles', {
      width,
      expectedFailures: ['/api/newsroom/categories/articles'],
    });
    const card = page.getByRole('region', { name: 'All Articles' });
    const words = `What we publish, at ${width}.`;
    const edit = card.getByRole('button', { name: 'Edit Subtitle' });
    if (width === 390) {
      await expect(card.getByText('No subtitle yet')).toBeVisible();
      await expect(card.getByText('Readers see: “Contemporary Issues, Clear Analysis”')).toBeVisible();
    }
    await edit.click();
    await card.getByLabel('Subtitle').fill(words);
    await expectNoAxeViolations(page);
    // Another session saves first.
    const other = await open('?tab=articles');
    const theirs = other.getByRole('region', { name: 'All Articles' });
    await theirs.getByRole('button', { name: 'Edit Subtitle' }).click();
    await theirs.getByLabel('Subtitle').fill(`Theirs ${width}`);
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expect(theirs.getByText(`Theirs ${width}`)).toBeVisible();
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByRole('alert')).toHaveText(
      `Someone else changed this to “Theirs ${width}”. Saving again replaces it.`,
    );
    await expect(card.getByLabel('Subtitle')).toHaveValue(words);
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText(words)).toBeVisible();
    await expect(edit).toBeFocused();
    await expect.poll(async () => (await fetch(`${site.url}/articles`)).text()).toContain(words);
  });
});

describe('deleting an article', () => {
  const SPORTS = '?tab=content&category=sports';

  test('asks for confirmation, removes the article for readers too, and moves the focus to the heading', async () => {
    const page = await open(SPORTS);
    const button = row(page, 'To be deleted').getByRole('button', { name: 'Delete' });
    await button.click();
    await expect(confirmDialog(page).getByRole('heading')).toHaveText('Delete Article');
    await expect(confirmDialog(page)).toHaveAccessibleDescription(
      'Are you sure you want to delete this article? This action cannot be undone.',
    );
    await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirmDialog(page)).toBeHidden();
    await expect(button).toBeFocused();
    expect((await fetch(`${site.url}/article/to-be-deleted`)).status).toBe(200);

    await button.click();
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Article deleted successfully')).toBeVisible();
    await expect(row(page, 'To be deleted')).toHaveCount(0);
    await expect(row(page, 'To be kept')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sports articles' })).toBeFocused();
    expect((await fetch(`${site.url}/article/to-be-deleted`)).status).toBe(410);
  });

  test('shows an error when it fails, and the row stays', async () => {
    const page = await open(SPORTS, { expectedFailures: [/^\/api\/newsroom\/articles\/[^/]+$/] });
    await page.route('**/api/newsroom/articles/*', (route) => route.fulfill({ status: 400, body: '{}' }));
    await row(page, 'To be kept').getByRole('button', { name: 'Delete' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Failed to delete article')).toBeVisible();
    await expect(row(page, 'To be kept')).toBeVisible();
  });
});

test('Content lists the coming sections while none of them has an article', async () => {
  const page = await open('?tab=content&category=opinions');
  const notice =
    'sports, culture, technology, media and power, opinions and investigations sections coming soon';
  await expect(page.getByText('No articles in this category yet')).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(0);
  await page.route('**/api/newsroom/articles?*', (route) =>
    route.fulfill({ json: { articles: [], total: 0, page: 1, page_count: 1 } }),
  );
  await page.reload();
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create New' })).toBeVisible();
});

test('an unknown path under /admin shows the not-found page', async () => {
  const page = await signedInPage(site, '/admin/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page.getByRole('tab', { name: 'Articles' })).toBeVisible();
});

describe('the comments on an article', () => {
  test('are shown with address, date and text, 20 a page, in a dialog that traps the focus', async () => {
    const page = await open(AFRICA);
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
    for (let stop = 0; stop < 60; stop++) {
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
    const page = await open(AFRICA);
    await row(page, 'Much discussed')
      .getByRole('button', { name: `${COMMENTS} comments` })
      .click();
    await dialog(page).getByRole('button', { name: 'Delete comment by voice-26@example.com' }).click();
    await expect(confirmDialog(page)).toBeVisible();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmDialog(page)).toBeHidden();
    await expect(dialog(page).getByText('voice-26@example.com')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Delete comment by voice-26@example.com' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Comment deleted')).toBeVisible();
    await expect(dialog(page).getByText('voice-26@example.com')).toHaveCount(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(row(page, 'Much discussed').getByRole('button', { name: '26 comments' })).toBeFocused();
    await expect
      .poll(async () => (await fetch(`${site.url}/article/much-discussed`)).text())
      .not.toContain('Remark 26');
  });

  test('shows an empty list, loading errors and deletion errors', async () => {
    const page = await open(AFRICA, { expectedFailures: [/\/comments$/, /^\/api\/newsroom\/comments\//] });
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
