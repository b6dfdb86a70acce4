import type { Locator, Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';
import { openPaused } from '../e2e/splash-page.ts';

const cards = (page: Page) =>
  page.getByRole('region', { name: 'Explore Our Coverage' }).locator('.stack-card');

test('the splash is shown once per session, ends with a key, and not with reduced motion', async () => {
  const page = await openPaused({ width: 390 });
  const splash = page.locator('.splash');
  await expect(splash.locator('svg')).toBeVisible();
  await expect(splash).toContainText(/Meridian.*Contemporary Issues, Clear Analysis/s);
  await page.keyboard.press('Escape');
  await expect(splash).toBeHidden();
  await expect(page.locator('html')).not.toHaveAttribute('data-splash');
  await expect(page.getByRole('link', { name: 'EXPLORE', exact: true })).toBeInViewport();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.splash') !== null)).toBe(false);
  await page.reload();
  await expect(splash).toBeHidden();

  const still = await openPage('/', { reducedMotion: 'reduce' });
  expect(await still.locator('.splash').isVisible()).toBe(false);
  await expect(still.getByRole('heading', { level: 1 })).toBeVisible();
});

test('taps bring cards of a stack to the front, links are followed, and EXPLORE leads to the stacks', async () => {
  const page = await openPage('/', { width: 390 });
  await page.getByRole('link', { name: 'EXPLORE', exact: true }).tap();
  const heading = page.getByRole('heading', { name: 'Explore Our Coverage' });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('banner').boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));

  const stack = [0, 1, 2].map((index) => cards(page).nth(index));
  const tap = (index: number) => stack[index]?.getByRole('heading').tap();
  await expect.poll(() => frontToBack(stack)).toEqual(['Articles', 'Sports', 'Culture']);
  await tap(2);
  await expect.poll(() => frontToBack(stack)).toEqual(['Culture', 'Articles', 'Sports']);
  await tap(1);
  await expect.poll(() => frontToBack(stack)).toEqual(['Sports', 'Culture', 'Articles']);
  // The front card goes to the back.
  await tap(1);
  await expect.poll(() => frontToBack(stack)).toEqual(['Culture', 'Articles', 'Sports']);
  await expect(cards(page).first().getByRole('heading')).toHaveText('Articles');
  await cards(page)
    .nth(1)
    .getByRole('link', { name: /^Explore/ })
    .tap();
  await page.waitForURL('**/sports');
});

/** The names of the cards from front to back. Empty while the front card or the heading of another one is covered. */
async function frontToBack(stack: readonly Locator[]): Promise<(string | null)[]> {
  // What covers a card is only known in the viewport.
  await stack[0]?.evaluate((card) => card.parentElement?.scrollIntoView({ block: 'center' }));
  const shown = await Promise.all(stack.map((card) => card.evaluate(describeCard)));
  const sorted = shown.toSorted((a, b) => a.top - b.top);
  const isShown = sorted.every(({ hasHead }) => hasHead) && sorted[0]?.isWhole === true;
  return isShown ? sorted.map(({ name }) => name) : [];
}

/** Runs in the browser. */
function describeCard(card: Element) {
  const isUncovered = (element: Element, x: number, y: number) =>
    element.contains(document.elementFromPoint(x, y));
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const head = card.querySelector('h3') as Element;
  const box = head.getBoundingClientRect();
  return {
    name: head.textContent,
    top,
    hasHead: isUncovered(card, (box.left + box.right) / 2, (box.top + box.bottom) / 2),
    isWhole: [left + 12, right - 12].every((x) =>
      [top + 12, bottom - 2].every((y) => isUncovered(card, x, y)),
    ),
  };
}
