import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { describeFocus } from './describe-focus.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { findArticlePath, SCREENS } from './screens.ts';

test('on every page a skip link comes first, and every tab stop is visible and has a focus outline', async () => {
  const page = await openPage('/');
  for (const path of [...SCREENS.map((screen) => screen.path), await findArticlePath()]) {
    await page.goto(path);
    const stops = await tabThroughPage(page);
    expect(stops.length, path).toBeGreaterThan(8);
    expect(stops[0]?.name, path).toContain('Skip to content');
    const faulty = stops.filter(({ isVisible, hasOutline }) => !isVisible || !hasOutline);
    expect(faulty, path).toEqual([]);

    await page.reload();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /skip/i }), path).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isIn = (selector: string) =>
      page.evaluate((within) => document.activeElement?.closest(within) !== null, selector);
    expect(await isIn('header.site-bar, [role="banner"]'), path).toBe(false);
    expect(await isIn('main, footer, .widget'), path).toBe(true);
  }
});

type FocusedElement = NonNullable<Awaited<ReturnType<typeof describeFocus>>>;

const MAX_STOPS = 150;

/** All tab stops from the start of the page to its end. */
async function tabThroughPage(page: Page): Promise<FocusedElement[]> {
  const stops: FocusedElement[] = [];
  for (let index = 0; index < MAX_STOPS; index++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`More than ${MAX_STOPS} tab stops: the focus does not leave the page`);
}
