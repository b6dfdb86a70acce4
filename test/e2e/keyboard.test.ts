import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { openPage } from './page.ts';
import { anArticlePath, SCREENS } from './screens.ts';

const SCREENS_WITH_ARTICLE = [...SCREENS, { name: 'an article', path: '' }];

let article: string;

beforeAll(async () => {
  article = await anArticlePath();
});

describe('by keyboard', () => {
  test.each(SCREENS_WITH_ARTICLE)('$name: the first stop leads past the bar', async ({ path }) => {
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
    '$name: every stop is visible and shows that it holds the focus',
    async ({ path }) => {
      const page = await openPage(path || article);
      const stops = await walk(page);
      expect(stops.length).toBeGreaterThan(8);
      expect(stops.filter(({ seen }) => !seen).map(({ name }) => name)).toEqual([]);
      expect(stops.filter(({ marked }) => !marked).map(({ name }) => name)).toEqual([]);
    },
  );

  test('a drop-down is opened, walked and left', async () => {
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
  seen: boolean;
  marked: boolean;
}

const MOST_STOPS = 150;

/** Every stop of the Tab key from the top of the page to its end. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let index = 0; index < MOST_STOPS; index++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`More than ${MOST_STOPS} stops: the focus goes in circles`);
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
    seen: width > 0 && height > 0 && bottom > 0 && top < innerHeight && style.visibility === 'visible',
    // A link that fills its card wears the ring on what fills it.
    marked: [style, getComputedStyle(element, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
    ),
  };
}
