import { test } from 'vitest';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';
import { openPaused } from '../e2e/splash-page.ts';

test('the splash is shown once per session, ends with a key, and not with reduced motion', async () => {
  const page = await openPaused({ width: 390 });
  const splash = page.locator('.splash');
  await expect(splash.locator('svg')).toBeVisible();
  await expect(splash).toContainText(/Meridian.*Contemporary Issues, Clear Analysis/s);
  await page.keyboard.press('Escape');
  await expect(splash).toBeHidden();
  await expect(page.locator('html')).not.toHaveAttribute('data-splash');
  await expect(page.getByRole('link', { name: 'EXPLORE', exact: true })).toBeInViewport();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.splash') !== null)).toBe(false);
  await page.reload();
  await expect(splash).toBeHidden();

  const still = await openPage('/', { reducedMotion: 'reduce' });
  expect(await still.locator('.splash').isVisible()).toBe(false);
  await expect(still.getByRole('heading', { level: 1 })).toBeVisible();
});

test('taps bring cards of a stack to the front, links are followed, and EXPLORE leads to the stacks', async () => {
  const page = await openPage('/', { width: 390 });
  await page.getByRole('link', { name: 'EXPLORE', exact: true }).tap();
  const heading = page.getByRole('heading', { name: 'Explore Our Coverage' });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('banner').boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));

  const stack = page.locator('.card-stack').first();
  const card = (name: string) => stack.locator('.stack-card').filter({ hasText: name });
  const tap = (name: string) => card(name).getByRole('heading').tap();
  const expectOrder = async (...names: readonly string[]) => {
    for (const [index, name] of names.entries())
      await expect(card(name)).toHaveAttribute('data-position', String(index + 1));
  };
  await expectOrder('Articles', 'Sports', 'Culture');
  await tap('Culture');
  await expectOrder('Culture', 'Articles', 'Sports');
  await tap('Sports');
  await expectOrder('Sports', 'Culture', 'Articles');
  // The front card goes to the back.
  await tap('Sports');
  await expectOrder('Culture', 'Articles', 'Sports');
  await card('Sports')
    .getByRole('link', { name: /^Explore/ })
    .tap();
  await page.waitForURL('**/sports');
});
