import type { Route } from 'playwright-core';
import { describe, test } from 'vitest';
import { ARTICLES_SECTIONS, CONTENT_SECTIONS } from '../section-names.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { journeyWidths, WIDTHS } from './page.ts';
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

test.each(WIDTHS)('the reminder moves nothing when it is loaded, at %i pixels', async (width) => {
  const page = await dashboard.open('?tab=messages', { width });
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

describe('tabs', () => {
  test('on a phone, the selected one is visible after a badge has made another one wider', async () => {
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

  test('are in order, with a sub-tab for each section', async () => {
    const panels = TABS.admin.map((name) => (name === 'Moderation' ? 'Moderation1 pending' : name));
    const page = await dashboard.open();
    await expect(page.getByRole('tab')).toHaveText([...panels, ...ARTICLES_SECTIONS]);
    await page.getByRole('tab', { name: 'Content' }).click();
    await expect(page.getByRole('tab')).toHaveText([...panels, ...CONTENT_SECTIONS]);
    await page.getByRole('tab', { name: 'Media', exact: true }).click();
    await expect(page.getByText('videos and podcasts sections coming soon')).toBeVisible();
  });

  test('are navigated with the arrow keys and activated with Enter', async () => {
    const page = await dashboard.open();
    await page.getByRole('tab', { name: 'Articles' }).focus();
    // They are a column on a wide screen.
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('tab', { name: 'Content' })).toBeFocused();
    await resizeTo(page, 390);
    await expect(page.getByRole('tablist').first()).not.toHaveAttribute('aria-orientation', 'vertical');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Media', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Sports' })).toHaveAttribute('aria-selected', 'true');
  });

  test('are restored when /admin is opened without a query', async () => {
    const page = await dashboard.open();
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

describe('the description of a section', () => {
  test('can be edited for readers; Cancel discards the changes', async () => {
    const page = await dashboard.open('?tab=articles&category=economy-society', {
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
      .poll(async () => (await fetch(`${dashboard.url()}/articles/economy-society`)).text())
      .toContain('Money, and what it does.');
  });
});

describe('the subtitle of all articles', () => {
  test.each(journeyWidths(390))('is edited beside the sections, at %d pixels', async (width) => {
    const page = await dashboard.open('?tab=articles', {
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
    await expectAccessible(page, 'light');
    // Another session saves first.
    const other = await dashboard.open('?tab=articles');
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
    await expect.poll(async () => (await fetch(`${dashboard.url()}/articles`)).text()).toContain(words);
  });
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
