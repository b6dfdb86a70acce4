import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expectNoAxeViolations } from './axe.ts';
import { openPage, WIDTHS } from './page.ts';
import { findArticlePath, SCREENS } from './screens.ts';

const SCHEMES = ['light', 'dark'] as const;

/** Audits both color schemes on one page, because only colors change. */
async function expectNoViolationsInAnyScheme(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
  }
}

describe.each(WIDTHS)('at %d pixels, light and dark', (width) => {
  const view = { width };

  test.each(SCREENS)('$name', async ({ path }) => {
    await expectNoViolationsInAnyScheme(await openPage(path, view));
  });

  test('an article', async () => {
    await expectNoViolationsInAnyScheme(await openPage(await findArticlePath(), view));
  });

  test('the second page of a listing', async () => {
    await expectNoViolationsInAnyScheme(await openPage('/articles?page=2', view));
  });

  test('the not-found page', async () => {
    await expectNoViolationsInAnyScheme(await openPage('/404', { ...view, expectedNotFound: ['/404'] }));
  });

  test('the widget, open', async () => {
    const page = await openPage('/about', view);
    await page.getByRole('button', { name: /time, date and weather/i }).click();
    await expectNoViolationsInAnyScheme(page);
  });
});

describe('the menus, light and dark', () => {
  test.each(['Articles', 'Content', 'Media'])('%s, open over the hero', async (name) => {
    const page = await openPage('/', { width: 1366 });
    await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
    await expectNoViolationsInAnyScheme(page);
  });

  test('the menu of small screens, open with its sections', async () => {
    const page = await openPage('/', { width: 390 });
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).tap();
    for (const summary of await page.locator('summary').all()) await summary.tap();
    await expectNoViolationsInAnyScheme(page);
  });

  test('the navigation bar of the home page, scrolled', async () => {
    const page = await openPage('/#coverage', { width: 1366 });
    await expectNoViolationsInAnyScheme(page);
  });
});
