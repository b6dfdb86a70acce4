import type { Route } from 'playwright-core';
import { test } from 'vitest';
import { ARTICLES_SECTIONS, CONTENT_SECTIONS } from '../section-names.ts';
import { expectNoAxeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { resizeTo } from './geometry.ts';
import { useDashboard } from './dashboard-site.ts';
import { TABS } from './dashboard-tabs.ts';

const dashboard = useDashboard();

test('administrators are reminded of the checklist before going live, until they hide it', async () => {
  const page = await dashboard.open('', { width: 390 });
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

test('the reminder moves nothing when it is loaded', async () => {
  const page = await dashboard.open('?tab=messages', { width: 390 });
  const notice = page.getByRole('region', { name: 'Before you go live' });
  await expect(notice).toBeVisible();
  const tabsTop = () => page.locator('.tab-list-top').evaluate((tabs) => tabs.getBoundingClientRect().top);
  const top = await tabsTop();
  const requested = Promise.withResolvers<Route>();
  await page.route('**/api/newsroom/system', (route) => requested.resolve(route), { times: 2 });

  // In a new browser, nothing is known about the checklist.
  await page.evaluate(() => localStorage.removeItem('newsroom.go-live-open'));
  await page.reload();
  const first = await requested.promise;
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await tabsTop()).toBe(top);
  await first.continue();
  await expect(notice).toBeVisible();
  expect(await tabsTop()).toBe(top);

  // Later, the points of the last time are shown until the checklist is loaded.
  await page.reload();
  await expect(notice).toContainText(/\d points of the checklist are open/);
  expect(await tabsTop()).toBe(top);
});

test('the reminder takes no space if no point is open, or if the checklist cannot be loaded', async () => {
  const page = await dashboard.open('?tab=messages', { expectedFailures: ['/api/newsroom/system'] });
  const notice = page.getByRole('region', { name: 'Before you go live' });
  const reserved = page.locator('.go-live-notice');
  await expect(notice).toBeVisible();
  await page.route('**/api/newsroom/system', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.evaluate(() => localStorage.removeItem('newsroom.go-live-open'));
  await page.reload();
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(reserved).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('newsroom.go-live-open', ''));
  await page.unroute('**/api/newsroom/system');
  await page.route('**/api/newsroom/system', () => undefined);
  await page.reload();
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(reserved).toHaveCount(0);
});

test('on a phone, the selected tab is visible after a badge has made another one wider', async () => {
  const page = await dashboard.open('?tab=settings', { width: 390 });
  await expect(page.getByRole('tab', { name: '1 pending' })).toBeAttached();
  const hidden = () =>
    page.getByRole('tab', { name: 'Settings' }).evaluate((tab) => {
      const list = (tab.closest('[role=tablist]') as Element).getBoundingClientRect();
      const { left, right } = tab.getBoundingClientRect();
      return Math.round(Math.max(list.left - left, right - list.right, 0));
    });
  await expect.poll(hidden).toBe(0);
});

test('tabs have a sub-tab for each section, are reached with the arrow keys, and are restored without a query', async () => {
  const panels = TABS.admin.map((name) => (name === 'Moderation' ? 'Moderation1 pending' : name));
  const page = await dashboard.open();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(page.getByRole('tab')).toHaveText([...panels, ...ARTICLES_SECTIONS]);
  await tab('Articles').focus();
  // They are a column on a wide screen.
  await page.keyboard.press('ArrowDown');
  await expect(tab('Content')).toBeFocused();
  await resizeTo(page, 390);
  await expect(page.getByRole('tablist').first()).not.toHaveAttribute('aria-orientation', 'vertical');
  await page.keyboard.press('ArrowRight');
  await expect(tab('Media')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab')).toHaveText([...panels, ...CONTENT_SECTIONS]);
  await expect(tab('Sports')).toHaveAttribute('aria-selected', 'true');
  await tab('Culture').click();
  await expect(page.getByRole('heading', { name: 'Culture', exact: true })).toBeVisible();
  const later = await page.context().newPage();
  for (const each of [page, later]) {
    await each.goto('/admin');
    await expect(each.getByRole('tab', { name: 'Culture' })).toHaveAttribute('aria-selected', 'true');
  }
  await tab('Media').click();
  await expect(page.getByText('videos and podcasts sections coming soon')).toBeVisible();
});

test('the description of a section is edited for readers; Cancel discards the changes', async () => {
  const page = await dashboard.open('?tab=articles&category=economy-society', {
    expectedFailures: ['/api/newsroom/categories/economy-society'],
  });
  await expect(page.getByText('No description yet')).toBeVisible();
  await expect(page.getByText('Readers see: “How money moves, who it moves for')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Description' }).click();
  const box = page.getByLabel('Description');
  await expect(box).toBeFocused();
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
    .poll(async () => (await fetch(`${dashboard.url()}/articles/economy-society`)).text())
    .toContain('Money, and what it does.');
});

test('the subtitle of all articles is edited beside the sections, also after another session has saved its own', async () => {
  const page = await dashboard.open('?tab=articles', {
    expectedFailures: ['/api/newsroom/categories/articles'],
  });
  const card = page.getByRole('region', { name: 'All Articles' });
  const edit = card.getByRole('button', { name: 'Edit Subtitle' });
  await expect(card.getByText('Readers see: “Contemporary Issues, Clear Analysis”')).toBeVisible();
  await edit.click();
  await card.getByLabel('Subtitle').fill('What we publish.');
  const other = await dashboard.open('?tab=articles');
  const theirs = other.getByRole('region', { name: 'All Articles' });
  await theirs.getByRole('button', { name: 'Edit Subtitle' }).click();
  await theirs.getByLabel('Subtitle').fill('Theirs');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('Theirs')).toBeVisible();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('alert')).toHaveText(
    'Someone else changed this to “Theirs”. Saving again replaces it.',
  );
  await expect(card.getByLabel('Subtitle')).toHaveValue('What we publish.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('What we publish.')).toBeVisible();
  await expect(edit).toBeFocused();
  await expect
    .poll(async () => (await fetch(`${dashboard.url()}/articles`)).text())
    .toContain('What we publish.');
});

test('Content lists the coming sections while none of them has an article', async () => {
  const page = await dashboard.open('?tab=content&category=opinions');
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
  const page = await dashboard.open('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page.getByRole('tab', { name: 'Articles' })).toBeVisible();
});
