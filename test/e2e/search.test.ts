import { afterAll, beforeAll, expect as expectValue, test } from 'vitest';
import { enqueueIndexing } from '#domain/articles/search/indexing-job.server.ts';
import { makeArticle } from '../factories.ts';
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
  const { database, jobs } = site.app;
  await makeArticle(database, {
    title: 'Glaciers of the Rwenzori',
    content: '<p>The glaciers retreat every year.</p>',
  });
  await makeArticle(database, {
    title: 'A railway to the lake',
    content: '<p>It passes no glacier at all.</p>',
    categorySlug: 'culture',
  });
  await database.transaction(enqueueIndexing);
  await jobs.runDue();
});
afterAll(() => site.close());

test('without script: from the bar to a filtered result', async () => {
  const page = await openPage('/about', { site: site.url, width: 390, script: false });
  await page.getByRole('link', { name: 'Search' }).click();
  await page.waitForURL('**/search#search-field');
  await expect(page.getByRole('searchbox', { name: 'Search articles' })).toBeFocused();
  await page.keyboard.type('glaciers');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('2 articles for “glaciers”.');
  await expect(page.locator('mark').first()).toHaveText('Glaciers');
  await page.getByText('Section', { exact: true }).click();
  await page.getByRole('link', { name: 'Culture 1' }).click();
  await expect(page.locator('.search-results a')).toHaveText(['A railway to the lake']);
  await page.getByRole('link', { name: /Culture.*remove this filter/ }).click();
  await expect(page.locator('.search-results a')).toHaveCount(2);
  await page.goto('/search?q=railwya');
  await page.getByRole('link', { name: 'railway', exact: true }).click();
  await page.getByRole('link', { name: 'A railway to the lake' }).click();
  await page.waitForURL('**/article/**');
});

test('a search field that gets the focus without a caret, as in WebKit, takes what is typed', async () => {
  const page = await openPage('/about', { site: site.url });
  await page.addInitScript(() =>
    addEventListener('focusin', () => getSelection()?.removeAllRanges(), { capture: true }),
  );
  await page.keyboard.press('/');
  await page.waitForURL('**/search#search-field');
  const field = page.getByRole('searchbox', { name: 'Search articles' });
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Press / to search')).toBeChecked();
  await page.keyboard.type('glac');
  await expect(field).toHaveValue('glac');
});

test('with script: results while typing, recent searches, and the shortcut', async () => {
  const page = await openPage('/about', {
    site: site.url,
    width: 1366,
    expectedFailures: ['/api/search'],
  });
  await page.keyboard.press('/');
  await page.waitForURL('**/search#search-field');
  const field = page.getByRole('searchbox', { name: 'Search articles' });
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Press / to search')).toBeChecked();
  await field.pressSequentially('glac');
  await expect(page.getByRole('status')).toHaveText('2 articles for “glac”.');
  expectValue(new URL(page.url()).search).toBe('?q=glac');

  // The response to an earlier search arrives after that to a later one.
  await page.route('**/api/search?q=glaciers', async (route) => {
    const response = await route.fetch();
    await expect(page.getByRole('status')).toHaveText('1 article for “glaciers railway”.');
    await route.fulfill({ response }).catch(() => {});
  });
  const stale = page.waitForRequest('**/api/search?q=glaciers');
  await field.fill('glaciers');
  await stale;
  await field.fill('glaciers railway');
  await expect(page.getByRole('status')).toHaveText('1 article for “glaciers railway”.');
  await expect(page.locator('.search-results a')).toHaveText(['A railway to the lake']);
  await field.fill('glacier');
  await expect(page.getByRole('status')).toHaveText('2 articles for “glacier”.');
  await page.getByText('Section', { exact: true }).click();
  await expectNoAxeViolationsInBothSchemes(page);

  await page.route('**/api/search?q=limited', (route) => route.fulfill({ status: 429 }));
  await field.fill('limited');
  await expect(page.getByRole('alert')).toHaveText(/Too many searches/);
  await page.unroute('**/api/search?q=limited');

  await field.fill('railway');
  await field.press('Enter');
  await page.waitForURL('**/search?q=railway');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('search.recent'))).toBe('["railway"]');
  await page.goto('/search');
  await expectNoAxeViolations(page);
  await expect(page.getByRole('link', { name: 'railway' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear recent searches' }).press('Enter');
  await expect(page.getByRole('link', { name: 'railway' })).toHaveCount(0);
  await expect(page.getByLabel('Press / to search')).toBeFocused();
  await page.getByLabel('Press / to search').uncheck();
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await expect(field).not.toBeFocused();
});
