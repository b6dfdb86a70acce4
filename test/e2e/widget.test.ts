import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { nextFrame } from './emulated-media.ts';
import { expect } from './expect.ts';
import { journeyWidths, openPage, WIDTHS } from './page.ts';

const toggle = (page: Page): Locator => page.getByRole('button', { name: /time, date and weather/i });
const panel = (page: Page): Locator => page.getByRole('group', { name: /time, date and weather/i });
const time = (page: Page): Locator => panel(page).getByText(/^\d{2}:\d{2} [AP]M$/);

/** At the end of the page the button covers no content. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator('.widget')).not.toHaveAttribute('data-covering');
}

/** Links, controls and text that the button covers at this scroll position; empty when the button is hidden. */
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
      if (
        !parent ||
        parent.closest('.widget, .visually-hidden') ||
        !isShown(parent) ||
        !node.textContent?.trim()
      )
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

/** Waits until scrolling has ended and the button has faded in or out. */
async function waitForAnimations(page: Page): Promise<void> {
  // Browsers report scrolling and sizes in a frame.
  await nextFrame(page);
  await page.locator('.widget').evaluate(async (widget) => {
    await new Promise((done) => setTimeout(done, 200));
    await Promise.all(widget.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });
}

describe.each(WIDTHS)('the floating widget at %d pixels', (width) => {
  test('opens and closes with its button at the bottom right', async () => {
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

  test.each(['/', '/about', '/articles', '/contact'])('never covers a link or a line of %s', async (path) => {
    const page = await openPage(path, { width });
    const button = page.locator('.widget-toggle');
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (let position = 0; position < end; position += 390) {
      await page.evaluate((y) => scrollTo(0, y), position);
      await waitForAnimations(page);
      expect(await coveredBy(button), `at ${position}`).toEqual([]);
    }
    await scrollToEnd(page);
    await waitForAnimations(page);
    await expect(button).toHaveCSS('opacity', '1');
    expect(await coveredBy(button)).toEqual([]);
    await page.getByRole('link', { name: 'Your data' }).click();
    await expect(page).toHaveURL(/\/your-data$/);
  });
});

describe.each(journeyWidths(390))('the open widget at %d pixels', (width) => {
  test("shows the time in the reader's time zone and updates it exactly at the full minute", async () => {
    const page = await openPage('/about', { width, timezoneId: 'Africa/Nairobi', controlsClock: true });
    await page.clock.install({ time: new Date('2025-03-09T12:00:00Z') });
    await page.reload();
    // The installed clock keeps running. It is paused, so that the loading time does not affect the result.
    await page.clock.pauseAt(new Date('2025-03-09T12:04:58Z'));
    await toggle(page).press('Enter');
    await expect(time(page)).toHaveText('03:04 PM');
    await page.clock.runFor(1000);
    await expect(time(page)).toHaveText('03:04 PM');
    await page.clock.runFor(1000);
    await expect(time(page)).toHaveText('03:05 PM');
  });

  test('shows midnight on a 12-hour clock', async () => {
    const page = await openPage('/about', { width, timezoneId: 'America/New_York', controlsClock: true });
    await page.clock.install({ time: new Date('2025-01-05T05:07:00Z') });
    await page.reload();
    await toggle(page).press('Enter');
    await expect(time(page)).toHaveText('12:07 AM');
  });

  test('shows the date below the weekday', async () => {
    const page = await openPage('/about', { width, timezoneId: 'Asia/Tokyo', controlsClock: true });
    await page.clock.install({ time: new Date('2025-01-05T20:00:00Z') });
    await page.reload();
    await toggle(page).press('Enter');
    await expect(panel(page).getByText('Monday', { exact: true })).toBeVisible();
    await expect(panel(page)).toContainText('January 6');
  });

  test('shows the constant weather', async () => {
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

  test('is shown over text when it has the keyboard focus', async () => {
    const page = await openPage('/about', { width });
    // Repeated, because the script of the widget sets the attribute itself when it starts and when the layout changes.
    await expect(async () => {
      await page.evaluate(() => document.querySelector('.widget')?.setAttribute('data-covering', ''));
      await expect(toggle(page)).toHaveCSS('opacity', '0', { timeout: 1_000 });
    }).toPass();
    await page.getByRole('link', { name: 'Your data' }).focus();
    await page.keyboard.press('Tab');
    await expect(toggle(page)).toBeFocused();
    await expect(toggle(page)).toHaveCSS('opacity', '1');
  });

  test('opens without script too, but shows no time', async () => {
    const page = await openPage('/about', { width, script: false });
    await toggle(page).click();
    await expect(panel(page)).toContainText('24°C');
    await expect(time(page)).toHaveCount(0);
  });
});
