import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { findArticlePath, SCREENS } from './screens.ts';

const SCREENS_WITH_ARTICLE = [...SCREENS, { name: 'an article', path: '' }];

let article: string;

beforeAll(async () => {
  article = await findArticlePath();
});

describe('by keyboard', () => {
  test.each(SCREENS_WITH_ARTICLE)('$name: the first tab stop is a skip link', async ({ path }) => {
    const page = await openPage(path || article);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: /skip/i });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement?.closest('header.site-bar, [role="banner"]')),
    ).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.closest('main, footer, .widget') !== null)).toBe(
      true,
    );
  });

  test.each(SCREENS_WITH_ARTICLE)(
    '$name: every tab stop is visible and has a focus outline',
    async ({ path }) => {
      const page = await openPage(path || article);
      const stops = await tabThroughPage(page);
      expect(stops.length).toBeGreaterThan(8);
      expect(stops.filter(({ isVisible }) => !isVisible).map(({ name }) => name)).toEqual([]);
      expect(stops.filter(({ hasFocusOutline }) => !hasFocusOutline).map(({ name }) => name)).toEqual([]);
    },
  );

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
