import type { Page } from 'playwright-core';
import { test } from 'vitest';
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
    const faulty = stops.filter(({ isVisible, hasFocusOutline }) => !isVisible || !hasFocusOutline);
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

interface Stop {
  name: string;
  isVisible: boolean;
  hasFocusOutline: boolean;
}

const MAX_STOPS = 150;

/** All tab stops from the start of the page to its end. */
async function tabThroughPage(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let index = 0; index < MAX_STOPS; index++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`More than ${MAX_STOPS} tab stops: the focus does not leave the page`);
}

/** Runs in the browser. */
async function describeFocus(): Promise<Stop | null> {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  await Promise.all(element.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  const { width, height, top, bottom } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return {
    name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.slice(
      0,
      80,
    ),
    isVisible: width > 0 && height > 0 && bottom > 0 && top < innerHeight && style.visibility === 'visible',
    // A link that covers its card has the outline on its pseudo-element.
    hasFocusOutline: [style, getComputedStyle(element, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
    ),
  };
}
