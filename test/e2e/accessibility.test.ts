import { describe, test } from 'vitest';
import { expectNoAxeViolations } from './axe.ts';
import { openPage, type Visitor, WIDTHS } from './page.ts';
import { anArticlePath, SCREENS } from './screens.ts';

const SCHEMES = ['light', 'dark'] as const;
const VIEWS = WIDTHS.flatMap((width) => SCHEMES.map((colorScheme) => ({ width, colorScheme })));

describe.each(VIEWS)('at $width pixels, $colorScheme', (view: Visitor) => {
  test.each(SCREENS)('$name', async ({ path }) => {
    await expectNoAxeViolations(await openPage(path, view));
  });

  test('an article', async () => {
    await expectNoAxeViolations(await openPage(await anArticlePath(), view));
  });

  test('the second page of a listing', async () => {
    await expectNoAxeViolations(await openPage('/articles?page=2', view));
  });

  test('the page that is not there', async () => {
    await expectNoAxeViolations(await openPage('/404', { ...view, missing: ['/404'] }));
  });

  test('the widget, open', async () => {
    const page = await openPage('/about', view);
    await page.getByRole('button', { name: /time, date and weather/i }).click();
    await expectNoAxeViolations(page);
  });
});

describe.each(SCHEMES)('the menus, %s', (colorScheme) => {
  test.each(['Articles', 'Content', 'Media'])('%s, open over the hero', async (name) => {
    const page = await openPage('/', { width: 1366, colorScheme });
    await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
    await expectNoAxeViolations(page);
  });

  test('the one of small screens, open with its sections', async () => {
    const page = await openPage('/', { width: 390, colorScheme });
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).tap();
    for (const summary of await page.locator('summary').all()) await summary.tap();
    await expectNoAxeViolations(page);
  });

  test('the bar of the home page, scrolled', async () => {
    const page = await openPage('/#coverage', { width: 1366, colorScheme });
    await expectNoAxeViolations(page);
  });
});
