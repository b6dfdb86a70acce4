import { test } from 'vitest';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';

test('readers search from the bar to a result, with script and without it', async () => {
  const page = await openPage('/about', { expectedFailures: ['/api/search'] });
  await page.keyboard.press('/');
  await page.waitForURL('**/search#search-field');
  const field = page.getByRole('searchbox', { name: 'Search articles' });
  const status = page.getByRole('status');
  const results = page.locator('.search-results a');
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Press / to search')).toBeChecked();
  await field.pressSequentially('censu');
  await expect(status).toHaveText(/^\d+ articles? for “censu”\.$/);
  expect(new URL(page.url()).search).toBe('?q=censu');

  // The response to an earlier search arrives after that to a later one.
  await page.route('**/api/search?q=census', async (route) => {
    const response = await route.fetch();
    await expect(status).toHaveText('1 article for “undersea cables break”.');
    await route.fulfill({ response }).catch(() => {});
  });
  const stale = page.waitForRequest('**/api/search?q=census');
  await field.fill('census');
  await stale;
  await field.fill('undersea cables break');
  await expect(status).toHaveText('1 article for “undersea cables break”.');
  await expect(results).toHaveText(['Why Undersea Cables Break, and Why You Never Notice']);
  await page.route('**/api/search?q=limited', (route) => route.fulfill({ status: 429 }));
  await field.fill('limited');
  await expect(page.getByRole('alert')).toHaveText(/Too many searches/);
  await page.unroute('**/api/search?q=*');

  await field.fill('referee');
  await field.press('Enter');
  await page.waitForURL('**/search?q=referee');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('search.recent'))).toBe('["referee"]');
  await page.goto('/search');
  await expect(page.getByRole('link', { name: 'referee' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear recent searches' }).press('Enter');
  await expect(page.getByRole('link', { name: 'referee' })).toHaveCount(0);
  await expect(page.getByLabel('Press / to search')).toBeFocused();
  await page.getByLabel('Press / to search').uncheck();
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await expect(field).not.toBeFocused();

  const plain = await openPage('/about', { width: 390, script: false });
  await plain.getByRole('link', { name: 'Search' }).tap();
  await plain.waitForURL('**/search#search-field');
  await expect(plain.getByRole('searchbox', { name: 'Search articles' })).toBeFocused();
  await plain.keyboard.type('river');
  await plain.keyboard.press('Enter');
  await expect(plain.getByRole('status')).toHaveText(/^\d+ articles? for “river”\.$/);
  await expect(plain.locator('mark').first()).toHaveText(/river/i);
  await plain.getByRole('link', { name: /^Global Politics \d$/ }).tap();
  await expect(plain.locator('.search-results a')).toHaveText([/Bread Travels by Water/]);
  await plain.getByRole('link', { name: /Global Politics.*remove this filter/ }).tap();
  await plain.goto('/search?q=refreee');
  await plain.getByRole('link', { name: 'referee', exact: true }).tap();
  await plain.getByRole('link', { name: 'What the Referee Sees' }).tap();
  await plain.waitForURL('**/article/what-the-referee-sees');
});
