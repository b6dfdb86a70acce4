import type { Page } from 'playwright-core';
import { expect } from './expect.ts';
import { openPage, type Visitor } from './page.ts';

export const MOVING: Visitor = { reducedMotion: 'no-preference' };

/**
 * Opens the home page with the animation of the splash paused, so that the splash ends neither while the page is loading nor
 * before the next action of the test.
 */
export async function openPaused(visitor: Visitor = {}): Promise<Page> {
  const page = await openPage('/about', { ...MOVING, ...visitor });
  await page.addInitScript(() => {
    const pause = () => {
      // It starts when its style sheet has been loaded.
      const fade = document.querySelector('.splash')?.getAnimations().at(0);
      if (fade === undefined) return requestAnimationFrame(pause);
      fade.pause();
      return Reflect.set(globalThis, 'isPaused', true);
    };
    pause();
  });
  await page.goto('/');
  await page.waitForFunction(() => Reflect.get(globalThis, 'isPaused') === true);
  await expect(page.locator('.splash')).toBeVisible();
  return page;
}
