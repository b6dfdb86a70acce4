import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expectAccessible } from './axe.ts';
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
