import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, type Visitor, journeyWidths } from './page.ts';

const MOVING: Visitor = { reducedMotion: 'no-preference' };

/** Whether the splash is visible. It covers the whole page. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const splash = document.querySelector('.splash');
    if (splash === null) return false;
    const { display, visibility, opacity } = getComputedStyle(splash);
    return display !== 'none' && visibility === 'visible' && Number(opacity) > 0;
  });
}

interface FadeTiming {
  readonly delay: unknown;
  readonly endTime: unknown;
  readonly isRunning: boolean;
}

/**
 * Opens the home page with the animation of the splash paused, so that the splash ends neither while the page is loading nor
 * before the next action of the test.
 */
async function openPaused(visitor: Visitor): Promise<Page> {
  const page = await openPage('/about', visitor);
  await expect(page.locator('.splash')).toHaveCount(0);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const fade = document.querySelector('.splash')?.getAnimations().at(0);
      const timing = fade?.effect?.getComputedTiming();
      const isRunning =
        fade?.playState === 'running' && fade.timeline === document.timeline && fade.playbackRate === 1;
      Reflect.set(globalThis, 'fadeTiming', { delay: timing?.delay, endTime: timing?.endTime, isRunning });
      fade?.pause();
    });
  });
  await page.goto('/');
  return page;
}

/** The timing of the fade animation before it was paused: its delay and end in milliseconds, and whether it was running. */
function fadeTiming(page: Page): Promise<FadeTiming> {
  return page.evaluate(() => Reflect.get(globalThis, 'fadeTiming') as FadeTiming);
}

/** The opacity at these times of the animation, in milliseconds. Resumes the animation afterwards. */
function opacityAt(page: Page, moments: readonly number[]): Promise<number[]> {
  return page.locator('.splash').evaluate((splash, times) => {
    const [fade] = splash.getAnimations();
    if (fade === undefined) throw new Error('no animation');
    const opacities = times.map((time) => {
      fade.currentTime = time;
      return Number(getComputedStyle(splash).opacity);
    });
    fade.play();
    return opacities;
  }, moments);
}

test('the splash ends on a click', async () => {
  const page = await openPaused({ ...MOVING, width: 1366 });
  await page.mouse.click(20, 700);
  await expect(page.locator('.splash')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/');
});

describe.each(journeyWidths(390))('the splash at %d pixels', (width) => {
  test('shows logo, name and tagline for 2.8 seconds and fades for 0.6', async () => {
    const page = await openPaused({ ...MOVING, width });
    const splash = page.locator('.splash');
    await expect(splash).toBeVisible();
    await expect(splash.locator('svg')).toBeVisible();
    await expect(splash).toContainText('Meridian');
    await expect(splash).toContainText('Contemporary Issues, Clear Analysis');
    expect(await fadeTiming(page)).toEqual({ delay: 2800, endTime: 3400, isRunning: true });
    const [standing, fading, last] = await opacityAt(page, [2799, 3100, 3399]);
    expect(standing).toBe(1);
    expect(fading).toBeGreaterThan(0);
    expect(fading).toBeLessThan(1);
    expect(last).toBeLessThan(fading ?? 0);
    await expect(splash).toBeHidden();
    await expect(page.locator('html')).not.toHaveAttribute('data-splash');
    await expect(page.getByRole('link', { name: 'EXPLORE', exact: true })).toBeInViewport();
  });

  test('is shown once per session, and only on the home page', async () => {
    const page = await openPaused({ ...MOVING, width });
    expect(await isCovered(page)).toBe(true);
    await page.reload();
    expect(await isCovered(page)).toBe(false);
    await page.goto('/articles');
    await page.goto('/');
    expect(await isCovered(page)).toBe(false);
  });

  test('ends on a key press', async () => {
    const page = await openPaused({ ...MOVING, width });
    await page.keyboard.press('Escape');
    await expect(page.locator('.splash')).toBeHidden();
  });

  test('ends on a tap', async () => {
    const page = await openPaused({ ...MOVING, width });
    if (width === 390) await page.touchscreen.tap(195, 700);
    else await page.mouse.click(20, 700);
    await expect(page.locator('.splash')).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('does not pass the click that ends it to the page', async () => {
    const page = await openPaused({ ...MOVING, width });
    const link = page.getByRole('link', { name: 'EXPLORE', exact: true });
    const { x = 0, y = 0, width: w = 0, height: h = 0 } = (await link.boundingBox()) ?? {};
    await page.evaluate(() => {
      addEventListener('click', () => document.body.setAttribute('data-clicked', ''));
    });
    await page.mouse.move(x + w / 2, y + h / 2);
    await page.mouse.down();
    await expect(page.locator('.splash')).toBeHidden();
    await page.mouse.up();
    expect(await page.locator('body').getAttribute('data-clicked')).toBeNull();
    expect(new URL(page.url()).hash).toBe('');
    await link.click();
    await expect(page.locator('body')).toHaveAttribute('data-clicked');
  });

  test('ends when the page is scrolled', async () => {
    const page = await openPaused({ ...MOVING, width });
    await page.mouse.move(100, 300);
    await page.mouse.wheel(0, 200);
    await expect(page.locator('html')).not.toHaveAttribute('data-splash', 'show');
    await expect(page.locator('.splash')).toBeHidden();
  });

  test('never has the focus: the first Tab focuses an element of the page', async () => {
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
    expect(await page.locator('.splash').isVisible()).toBe(false);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
