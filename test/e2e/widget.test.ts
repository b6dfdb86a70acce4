import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { openPage, WIDTHS } from './page.ts';

const toggle = (page: Page): Locator => page.getByRole('button', { name: /time, date and weather/i });
const panel = (page: Page): Locator => page.getByRole('group', { name: /time, date and weather/i });
const time = (page: Page): Locator => panel(page).getByText(/^\d{2}:\d{2} [AP]M$/);

describe.each(WIDTHS)('the floating widget at %d pixels', (width) => {
  test('opens and closes by its button, bottom right', async () => {
    const page = await openPage('/about', { width });
    await expect(panel(page)).toBeHidden();
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
    await toggle(page).click();
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
    await toggle(page).click();
    await expect(time(page)).toHaveText('12:07 AM');
  });

  test('shows the date under the name of its day', async () => {
    const page = await openPage('/about', { width, timezoneId: 'Asia/Tokyo' });
    await page.clock.install({ time: new Date('2025-01-05T20:00:00Z') });
    await page.reload();
    await toggle(page).click();
    await expect(panel(page).getByText('Monday', { exact: true })).toBeVisible();
    await expect(panel(page)).toContainText('January 6');
  });

  test('shows the weather that is always the same', async () => {
    const page = await openPage('/about', { width });
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

  test('without script it opens too, without a time that would stand still', async () => {
    const page = await openPage('/about', { width, script: false });
    await toggle(page).click();
    await expect(panel(page)).toContainText('24°C');
    await expect(time(page)).toHaveCount(0);
  });
});
