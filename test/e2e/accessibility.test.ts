import { describe, test } from 'vitest';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { openPage, WIDTHS } from './page.ts';
import { findArticlePath, SCREENS } from './screens.ts';

describe.each(WIDTHS)('at %d pixels, light and dark', (width) => {
  const view = { width };

  test.each(SCREENS)('$name', async ({ path }) => {
    await expectNoAxeViolationsInBothSchemes(await openPage(path, view));
  });

  test('an article', async () => {
    await expectNoAxeViolationsInBothSchemes(await openPage(await findArticlePath(), view));
  });

  test('the second page of a listing', async () => {
    await expectNoAxeViolationsInBothSchemes(await openPage('/articles?page=2', view));
  });

  test('the not-found page', async () => {
    await expectNoAxeViolationsInBothSchemes(await openPage('/404', { ...view, expectedNotFound: ['/404'] }));
  });

  test('the widget, open', async () => {
    const page = await openPage('/about', view);
    await page.getByRole('button', { name: /time, date and weather/i }).click();
    await expectNoAxeViolationsInBothSchemes(page);
  });
});

describe('the menus, light and dark', () => {
  test.each(['Articles', 'Content', 'Media'])('%s, open over the hero', async (name) => {
    const page = await openPage('/', { width: 1366 });
    await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
    await expectNoAxeViolationsInBothSchemes(page);
  });

  test('the menu of small screens, open with its sections', async () => {
    const page = await openPage('/', { width: 390 });
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).tap();
    for (const summary of await page.locator('summary').all()) await summary.tap();
    await expectNoAxeViolationsInBothSchemes(page);
  });

  test('the navigation bar of the home page, scrolled', async () => {
    const page = await openPage('/#coverage', { width: 1366 });
    await expectNoAxeViolationsInBothSchemes(page);
  });
});
