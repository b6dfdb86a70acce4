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

test('results with open filters, and recent searches, are accessible', async () => {
  const page = await openPage('/search?q=river', { storage: { 'search.recent': '["railway"]' } });
  await page.getByText('Section', { exact: true }).click();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.goto('/search');
  await expect(page.getByRole('link', { name: 'railway' })).toBeVisible();
  await expectNoAxeViolations(page);
});
