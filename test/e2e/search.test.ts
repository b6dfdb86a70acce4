import { test } from 'vitest';
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';

test('a search field that gets the focus without a caret, as in WebKit, takes what is typed', async () => {
  const page = await openPage('/about');
  await page.addInitScript(() =>
    addEventListener('focusin', () => getSelection()?.removeAllRanges(), { capture: true }),
  );
  await page.keyboard.press('/');
  await page.waitForURL('**/search#search-field');
  const field = page.getByRole('searchbox', { name: 'Search articles' });
  await expect(field).toBeFocused();
  await expect(page.getByLabel('Press / to search')).toBeChecked();
  await page.keyboard.type('riv');
  await expect(field).toHaveValue('riv');
});

test('results that arrive while somebody types move nothing that was there', async () => {
  const page = await openPage('/search', { width: 390 });
  const footer = page.locator('.site-footer');
  await expect(page.getByLabel('Press / to search')).toBeVisible();
  await expect(footer).not.toBeInViewport();
  for (const query of ['river', 'sports', 'qqqq', '']) {
    await page.getByRole('searchbox').fill(query);
    await expect(page.getByRole('status')).toHaveText(query === '' ? '' : new RegExp(`“${query}”`));
    await expect(footer).not.toBeInViewport();
  }
});

test('results with all filters, and recent searches, are accessible', async () => {
  const page = await openPage('/search?q=river', { storage: { 'search.recent': '["railway"]' } });
  await expect(page.getByRole('list', { name: 'Section' })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.goto('/search');
  await expect(page.getByRole('link', { name: 'railway' })).toBeVisible();
  await expectNoAxeViolations(page);
});
