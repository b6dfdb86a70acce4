import type { Locator, Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';

const toggle = (page: Page): Locator => page.getByRole('button', { name: /time, date and weather/i });
const panel = (page: Page): Locator => page.getByRole('group', { name: /time, date and weather/i });

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
