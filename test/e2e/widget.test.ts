import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { nextFrame } from './emulated-media.ts';
import { expect } from './expect.ts';
import { openPage, WIDTHS } from './page.ts';
import { smallTargets } from './small-targets.ts';

const toggle = (page: Page): Locator => page.getByRole('button', { name: /time, date and weather/i });
const panel = (page: Page): Locator => page.getByRole('group', { name: /time, date and weather/i });

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
      const isText = parent?.closest('.widget, .visually-hidden') === null && node.textContent?.trim();
      if (!isText || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some(meets)) covered.push(node.textContent ?? '');
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
    await scrollToEnd(page);
    const box = await toggle(page).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(40);
    await toggle(page).click();
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
    expect(await smallTargets(page)).toEqual([]);
    await toggle(page).click();
    await expect(panel(page)).toBeHidden();
  });

  test('never covers a link or a line', async () => {
    const page = await openPage('/about', { width });
    const button = page.locator('.widget-toggle');
    for (const path of ['/', '/about', '/articles', '/contact']) {
      await page.goto(path);
      const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      for (let position = 0; position < end; position += 390) {
        await page.evaluate((y) => scrollTo(0, y), position);
        await waitForAnimations(page);
        expect(await coveredBy(button), `${path} at ${position}`).toEqual([]);
      }
      await scrollToEnd(page);
      await waitForAnimations(page);
      await expect(button).toHaveCSS('opacity', '1');
      expect(await coveredBy(button), path).toEqual([]);
    }
    await page.getByRole('link', { name: 'Your data' }).click();
    await expect(page).toHaveURL(/\/your-data$/);
  });
});

test('is accessible when open, and shown over text when it has the keyboard focus', async () => {
  const page = await openPage('/about', { width: 390 });
  // Repeated, because the script of the widget sets the attribute itself when it starts and when the layout changes.
  await expect(async () => {
    await page.evaluate(() => document.querySelector('.widget')?.setAttribute('data-covering', ''));
    await expect(toggle(page)).toHaveCSS('opacity', '0', { timeout: 1_000 });
  }).toPass();
  await page.getByRole('link', { name: 'Your data' }).focus();
  await page.keyboard.press('Tab');
  await expect(toggle(page)).toBeFocused();
  await expect(toggle(page)).toHaveCSS('opacity', '1');
  await page.keyboard.press('Space');
  await expect(panel(page)).toBeVisible();
  await expectAccessible(page);
});

test('opens without script too, but shows no time', async () => {
  const page = await openPage('/about', { script: false });
  await toggle(page).click();
  await expect(panel(page)).toContainText('24°C');
  await expect(panel(page).getByText(/^\d{2}:\d{2} [AP]M$/)).toHaveCount(0);
});
