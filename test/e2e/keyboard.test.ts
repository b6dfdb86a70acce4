import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { findArticlePath, SCREENS } from './screens.ts';

let paths: readonly string[];

beforeAll(async () => {
  paths = [...SCREENS.map(({ path }) => path), await findArticlePath()];
});

describe('by keyboard', () => {
  test('the first tab stop of every page is a skip link', async () => {
    const page = await openPage('/');
    for (const path of paths) {
      await page.goto(path);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: /skip/i });
      await expect(skip, path).toBeFocused();
      await expect(skip, path).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      const isIn = (selector: string) =>
        page.evaluate((within) => document.activeElement?.closest(within) !== null, selector);
      expect(await isIn('header.site-bar, [role="banner"]'), path).toBe(false);
      expect(await isIn('main, footer, .widget'), path).toBe(true);
    }
  });

  test('every tab stop of every page is visible and has a focus outline', async () => {
    const page = await openPage('/');
    for (const path of paths) {
      await page.goto(path);
      const stops = await tabThroughPage(page);
      expect(stops.length, path).toBeGreaterThan(8);
      expect(
        stops.filter(({ isVisible }) => !isVisible).map(({ name }) => name),
        path,
      ).toEqual([]);
      expect(
        stops.filter(({ hasFocusOutline }) => !hasFocusOutline).map(({ name }) => name),
        path,
      ).toEqual([]);
    }
  });

  test('a drop-down opens, and its links are tab stops', async () => {
    const page = await openPage('/about');
    const button = page.getByRole('banner').getByRole('button', { name: 'Media', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Podcast' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Videos' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/videos');
  });
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
