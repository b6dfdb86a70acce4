import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { openPage, type Visitor, WIDTHS } from './page.ts';

const MOVING: Visitor = { reducedMotion: 'no-preference' };

/** What covers the middle of the window: the splash shows the name there and lets nothing of the page through. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const splash = document.querySelector('.splash');
    if (splash === null) return false;
    const { display, visibility, opacity } = getComputedStyle(splash);
    return display !== 'none' && visibility === 'visible' && Number(opacity) > 0;
  });
}

/** What the style sheet says, in milliseconds: how long it stands before it fades, and when it has gone. */
function planned(page: Page): Promise<{ shown: unknown; gone: unknown }> {
  return page.locator('.splash').evaluate((splash) => {
    const timing = splash.getAnimations().at(0)?.effect?.getComputedTiming();
    return { shown: timing?.delay, gone: timing?.endTime };
  });
}

/** Waits for its end; how long after the first paint of the page that was, in milliseconds. */
function end(page: Page): Promise<number> {
  return page.locator('.splash').evaluate(async (splash) => {
    while (splash.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      await new Promise(requestAnimationFrame);
    return performance.now() - (performance.getEntriesByName('first-paint').at(0)?.startTime ?? 0);
  });
}

describe.each(WIDTHS)('the splash at %d pixels', (width) => {
  test('shows logo, name and tagline for 2.8 seconds and fades for 0.6', async () => {
    const page = await openPage('/', { ...MOVING, width });
    const splash = page.locator('.splash');
    await expect(splash).toBeVisible();
    await expect(splash.locator('svg')).toBeVisible();
    await expect(splash).toContainText('Meridian');
    await expect(splash).toContainText('Contemporary Issues, Clear Analysis');
    expect(await planned(page)).toEqual({ shown: 2800, gone: 3400 });
    const gone = await end(page);
    expect(gone).toBeGreaterThan(3300);
    expect(gone).toBeLessThan(4300);
    await expect(page.getByRole('link', { name: 'EXPLORE', exact: true })).toBeInViewport();
  });

  test('comes once per session, and only on the home page', async () => {
    const page = await openPage('/about', { ...MOVING, width });
    await expect(page.locator('.splash')).toHaveCount(0);
    await page.goto('/');
    expect(await isCovered(page)).toBe(true);
    await page.reload();
    expect(await isCovered(page)).toBe(false);
    await page.goto('/articles');
    await page.goto('/');
    expect(await isCovered(page)).toBe(false);
  });

  test('ends at a key', async () => {
    const page = await openPage('/', { ...MOVING, width });
    await page.keyboard.press('Escape');
    await expect(page.locator('.splash')).toBeHidden({ timeout: 1500 });
  });

  test('ends at a tap', async () => {
    const page = await openPage('/', { ...MOVING, width });
    if (width === 390) await page.touchscreen.tap(195, 700);
    else await page.mouse.click(20, 700);
    await expect(page.locator('.splash')).toBeHidden({ timeout: 1500 });
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('swallows the click that ends it, whatever lies below', async () => {
    const page = await openPage('/', { ...MOVING, width });
    const link = page.getByRole('link', { name: 'EXPLORE', exact: true });
    const { x = 0, y = 0, width: w = 0, height: h = 0 } = (await link.boundingBox()) ?? {};
    await page.evaluate(() => {
      addEventListener('click', () => document.body.setAttribute('data-clicked', ''));
    });
    await page.mouse.move(x + w / 2, y + h / 2);
    await page.mouse.down();
    await expect(page.locator('.splash')).toBeHidden({ timeout: 1500 });
    await page.mouse.up();
    expect(await page.locator('body').getAttribute('data-clicked')).toBeNull();
    expect(new URL(page.url()).hash).toBe('');
    await link.click();
    await expect(page.locator('body')).toHaveAttribute('data-clicked');
  });

  test('ends when the page is scrolled', async () => {
    const page = await openPage('/', { ...MOVING, width });
    await page.mouse.move(100, 300);
    await page.mouse.wheel(0, 200);
    await expect(page.locator('html')).not.toHaveAttribute('data-splash', 'show');
    await expect(page.locator('.splash')).toBeHidden({ timeout: 1500 });
  });

  test('never holds the focus: a first Tab is on the page below it', async () => {
    const page = await openPage('/', { ...MOVING, width });
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press('Tab');
    const within = await page.evaluate(() => document.activeElement?.closest('.splash') !== null);
    expect(within).toBe(false);
    await expect(page.locator(':focus')).toHaveCount(1);
  });

  test.each([
    ['with reduced motion', '/', { reducedMotion: 'reduce' }],
    ['with Save-Data', '/', { ...MOVING, saveData: true }],
    ['for an address with a fragment', '/#coverage', MOVING],
    ['without script, which could not end it early', '/', { ...MOVING, script: false }],
  ] satisfies [string, string, Visitor][])('is not shown %s', async (_name, path, visitor) => {
    const page = await openPage(path, { ...visitor, width });
    await expect(page.locator('.splash')).toBeHidden({ timeout: 50 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
