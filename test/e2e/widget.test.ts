import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { openPage, WIDTHS } from './page.ts';

const toggle = (page: Page): Locator => page.getByRole('button', { name: /time, date and weather/i });
const panel = (page: Page): Locator => page.getByRole('group', { name: /time, date and weather/i });
const time = (page: Page): Locator => panel(page).getByText(/^\d{2}:\d{2} [AP]M$/);

/** Where the page leaves the button room whatever stands above. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator('.widget')).not.toHaveAttribute('data-covering');
}

/** Links, controls and lines of text that a visible button covers at this scroll position; empty when it is hidden. */
function coveredBy(button: Locator): Promise<string[]> {
  return button.evaluate((element) => {
    if (Number(getComputedStyle(element).opacity) === 0) return [];
    const area = element.getBoundingClientRect();
    const meets = (box: DOMRect) =>
      box.left < area.right && box.right > area.left && box.top < area.bottom && box.bottom > area.top;
    const isShown = (node: Element) =>
      node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const covered: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (!parent || parent.closest('.widget, .sr-only') || !isShown(parent) || !node.textContent?.trim())
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some(meets)) covered.push(node.textContent);
    }
    for (const link of document.querySelectorAll('a, button, input, textarea'))
      if (!link.closest('.widget') && isShown(link) && [...link.getClientRects()].some(meets))
        covered.push(link.outerHTML.slice(0, 80));
    return covered;
  });
}

/** Scrolling has ended and the button has faded in or out. */
async function settled(page: Page): Promise<void> {
  await page.locator('.widget').evaluate(async (widget) => {
    await new Promise((done) => setTimeout(done, 200));
    await Promise.all(widget.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });
}

describe.each(WIDTHS)('the floating widget at %d pixels', (width) => {
  test('opens and closes by its button, bottom right', async () => {
    const page = await openPage('/about', { width });
    await expect(panel(page)).toBeHidden();
    await scrollToEnd(page);
    const box = await toggle(page).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(40);
    await toggle(page).click();
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
    await toggle(page).click();
    await expect(panel(page)).toBeHidden();
  });

  test('shows the time in the zone of the reader, kept to the second', async () => {
    const page = await openPage('/about', { width, timezoneId: 'Africa/Nairobi' });
    await page.clock.install({ time: new Date('2025-03-09T12:00:00Z') });
    await page.reload();
    // An installed clock runs on by itself: how long loading takes must not decide what it shows.
    await page.clock.pauseAt(new Date('2025-03-09T12:04:58Z'));
    await toggle(page).press('Enter');
    await expect(time(page)).toHaveText('03:04 PM');
    await page.clock.runFor(1000);
    await expect(time(page)).toHaveText('03:04 PM');
    await page.clock.runFor(1000);
    await expect(time(page)).toHaveText('03:05 PM');
  });

  test('shows morning and midnight on a clock of twelve hours', async () => {
    const page = await openPage('/about', { width, timezoneId: 'America/New_York' });
    await page.clock.install({ time: new Date('2025-01-05T05:07:00Z') });
    await page.reload();
    await toggle(page).press('Enter');
    await expect(time(page)).toHaveText('12:07 AM');
  });

  test('shows the date under the name of its day', async () => {
    const page = await openPage('/about', { width, timezoneId: 'Asia/Tokyo' });
    await page.clock.install({ time: new Date('2025-01-05T20:00:00Z') });
    await page.reload();
    await toggle(page).press('Enter');
    await expect(panel(page).getByText('Monday', { exact: true })).toBeVisible();
    await expect(panel(page)).toContainText('January 6');
  });

  test('shows the weather that is always the same', async () => {
    const page = await openPage('/about', { width });
    await scrollToEnd(page);
    await toggle(page).click();
    await expect(panel(page)).toContainText('24°C');
    await expect(panel(page)).toContainText('Sunny');
  });

  test('works by keyboard', async () => {
    const page = await openPage('/about', { width });
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(toggle(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(panel(page)).toBeVisible();
  });

  test.each(['/', '/about', '/articles', '/contact'])('never covers a link or a line of %s', async (path) => {
    const page = await openPage(path, { width });
    const button = page.locator('.widget-toggle');
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (let position = 0; position < end; position += 390) {
      await page.evaluate((y) => scrollTo(0, y), position);
      await settled(page);
      expect(await coveredBy(button), `at ${position}`).toEqual([]);
    }
    await scrollToEnd(page);
    await settled(page);
    await expect(button).toHaveCSS('opacity', '1');
    expect(await coveredBy(button)).toEqual([]);
    await page.getByRole('link', { name: 'Your data' }).click();
    await expect(page).toHaveURL(/\/your-data$/);
  });

  test('is shown over text to those who reach it with the keyboard', async () => {
    const page = await openPage('/about', { width });
    await page.evaluate(() => document.querySelector('.widget')?.setAttribute('data-covering', ''));
    await expect(toggle(page)).toHaveCSS('opacity', '0');
    await page.getByRole('link', { name: 'Your data' }).focus();
    await page.keyboard.press('Tab');
    await expect(toggle(page)).toBeFocused();
    await expect(toggle(page)).toHaveCSS('opacity', '1');
  });

  test('without script it opens too, without a time that would stand still', async () => {
    const page = await openPage('/about', { width, script: false });
    await toggle(page).click();
    await expect(panel(page)).toContainText('24°C');
    await expect(time(page)).toHaveCount(0);
  });
});
