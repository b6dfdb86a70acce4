import { describe, test } from 'vitest';
import { expectAccessible, expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { openPage, journeyWidths } from './page.ts';
import { everyPath } from './screens.ts';

const widths = journeyWidths(1366);

/** Every page of a reader, in one browser context: the error names the page. */
describe.each(widths)('at %d pixels, light and dark', (width) => {
  const view = { width, expectedNotFound: ['/404'] };

  test('every page', async () => {
    const paths = await everyPath();
    const page = await openPage('/', view);
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });

  test('the widget, open', async () => {
    const page = await openPage('/about', view);
    await page.getByRole('button', { name: /time, date and weather/i }).click();
    await expectAccessible(page);
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
