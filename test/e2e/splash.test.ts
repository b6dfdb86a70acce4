import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, type Visitor } from './page.ts';
import { MOVING, openPaused } from './splash-page.ts';

test('the splash is opaque for 2.8 seconds, fades for 0.6, and is not shown again', async () => {
  const page = await openPaused();
  const { endTime, opacities } = await page.locator('.splash').evaluate((splash) => {
    const [fade] = splash.getAnimations();
    if (fade === undefined) throw new Error('no animation');
    const found = [2799, 3100, 3399].map((time) => {
      fade.currentTime = time;
      return Number(getComputedStyle(splash).opacity);
    });
    fade.play();
    return { endTime: fade.effect?.getComputedTiming().endTime, opacities: found };
  });
  expect(endTime).toBe(3400);
  const [standing, fading = 0, last] = opacities;
  expect(standing).toBe(1);
  expect(fading).toBeGreaterThan(0);
  expect(fading).toBeLessThan(1);
  expect(last).toBeLessThan(fading);
  await expect(page.locator('.splash')).toBeHidden();
  await expect(page.locator('html')).not.toHaveAttribute('data-splash');
  await page.goto('/articles');
  await page.goto('/');
  await expect(page.locator('.splash')).toBeHidden();
});

test.each([
  ['a click', 1366, (page: Page) => page.mouse.click(20, 700)],
  ['a tap', 390, (page: Page) => page.touchscreen.tap(195, 700)],
] as const)('ends on %s', async (_name, width, click) => {
  const page = await openPaused({ width });
  await click(page);
  await expect(page.locator('.splash')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('does not pass the click that ends it to the link below it', async () => {
  const page = await openPaused();
  const link = page.getByRole('link', { name: 'EXPLORE', exact: true });
  const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
  await page.evaluate(() => {
    addEventListener('click', () => document.body.setAttribute('data-clicked', ''));
  });
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await expect(page.locator('.splash')).toBeHidden();
  await page.mouse.up();
  expect(await page.locator('body').getAttribute('data-clicked')).toBeNull();
  expect(new URL(page.url()).hash).toBe('');
  await link.click();
  await expect(page.locator('body')).toHaveAttribute('data-clicked');
});

test('ends when the page is scrolled', async () => {
  const page = await openPaused();
  await page.mouse.move(100, 300);
  await page.mouse.wheel(0, 200);
  await expect(page.locator('html')).not.toHaveAttribute('data-splash', 'show');
  await expect(page.locator('.splash')).toBeHidden();
});

test.each([
  ['with Save-Data', '/', { saveData: true }],
  ['for an address with a fragment', '/#coverage', {}],
  ['without script, which could not end it early', '/', { script: false }],
] satisfies [string, string, Visitor][])('is not shown %s', async (_name, path, visitor) => {
  const page = await openPage(path, { ...MOVING, ...visitor });
  expect(await page.locator('.splash').isVisible()).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
