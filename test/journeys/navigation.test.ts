import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { describeFocus } from '../e2e/describe-focus.ts';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';
import { findArticlePath } from '../e2e/screens.ts';
import { ARTICLES_SECTIONS, CONTENT_SECTIONS } from '../section-names.ts';

const MENU: readonly [name: string, links: readonly string[]][] = [
  ['Articles', ['All Articles', ...ARTICLES_SECTIONS]],
  ['Content', CONTENT_SECTIONS],
  ['Media', ['Podcast', 'Videos']],
];
const ENTRIES = ['Home', 'Articles', 'Content', 'Media', 'Newsletter', 'About', 'Contact'];

const bar = (page: Page) => page.getByRole('banner');

test('the menus of large and of small screens open, close and lead to a section', async () => {
  const page = await openPage('/about');
  await expect(bar(page).getByRole('navigation').locator('a:visible, button:visible')).toHaveText(ENTRIES);
  await expect(bar(page).getByRole('button', { name: 'Menu' })).toBeHidden();
  for (const [name, links] of MENU) {
    const button = bar(page).getByRole('button', { name, exact: true });
    const list = page.locator('.dropdown:popover-open');
    // The previous one closes.
    await button.click();
    await expect(list).toHaveCount(1);
    await expect(list.getByRole('link')).toHaveText([...links]);
    const [above, below] = [await button.boundingBox(), await list.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
    expect(Math.abs((below?.x ?? 0) - (above?.x ?? 0))).toBeLessThan(40);
  }
  await page.mouse.click(20, 700);
  await expect(bar(page).getByRole('link', { name: 'Podcast' })).toBeHidden();
  await bar(page).getByRole('button', { name: 'Content' }).click();
  await bar(page).getByRole('link', { name: 'Technology', exact: true }).click();
  await page.waitForURL('**/technology');
  await expect(bar(page).getByRole('link', { name: 'Opinions' })).toBeHidden();
  await page.mouse.wheel(0, 600);
  await expect(bar(page)).toBeInViewport({ ratio: 1 });

  const phone = await openPage('/opinions', { width: 390 });
  const toggle = bar(phone).getByRole('button', { name: 'Menu' });
  const menu = phone.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await expect(bar(phone).getByRole('button', { name: 'Content' })).toHaveCount(0);
  await toggle.tap();
  await expect(menu.locator('[aria-current="page"]')).toHaveText('Opinions');
  await expect(menu.locator('[aria-current="page"]')).toBeVisible();
  await menu.locator('summary').filter({ hasText: 'Content' }).tap();
  await expect(menu.locator('a:visible, summary:visible')).toHaveText(ENTRIES);
  for (const [name, links] of MENU) {
    const section = menu.locator('details').filter({ has: phone.locator('summary', { hasText: name }) });
    await expect(section.getByRole('link')).toHaveCount(0);
    await section.locator('summary').tap();
    await expect(section.getByRole('link')).toHaveText([...links]);
  }
  const last = menu.getByRole('link', { name: 'Contact' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await menu.getByRole('link', { name: 'Culture' }).tap();
  await phone.waitForURL('**/culture');
  await expect(menu).toBeHidden();
});

test("the widget shows the reader's time and date and the constant weather", async () => {
  const page = await openPage('/about', {
    width: 390,
    timezoneId: 'Africa/Nairobi',
    controlsClock: true,
  });
  await page.clock.install({ time: new Date('2025-03-09T20:59:00Z') });
  await page.reload();
  const toggle = page.getByRole('button', { name: /time, date and weather/i });
  const panel = page.getByRole('group', { name: /time, date and weather/i });
  await expect(panel).toBeHidden();
  // Paused, because the installed clock keeps running.
  await page.clock.pauseAt(new Date('2025-03-09T20:59:58Z'));
  await toggle.press('Enter');
  await expect(panel).toBeInViewport({ ratio: 1 });
  await expect(panel).toContainText(/11:59 PM.*Sunday.*March 9/s);
  await page.clock.runFor(1000);
  await expect(panel).toContainText('11:59 PM');
  await page.clock.runFor(1000);
  await expect(panel).toContainText(/12:00 AM.*Monday.*March 10/s);
  await expect(panel).toContainText('24°C');
  await expect(panel).toContainText('Sunny');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(toggle).toBeFocused();
});

test('a reader uses the site by keyboard alone, and sees the focus at every step', async () => {
  const page = await openPage('/about');
  /** Presses Tab until this link or control has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let count = 0; count < 60; count += 1) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(describeFocus);
      expect(focus).toMatchObject({ isVisible: true, hasOutline: true });
      if (name.test(focus?.name ?? '')) return;
    }
    throw new Error(`no tab stop is ${String(name)}`);
  };
  await tabTo(/^Skip to content$/);
  await tabTo(/^Media$/);
  await page.keyboard.press('Enter');
  await tabTo(/^Podcast$/);
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('link', { name: 'Podcast' })).toBeHidden();
  await expect(bar(page).getByRole('button', { name: 'Media' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(/^Videos$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/videos');

  await page.goto(await findArticlePath());
  await tabTo(/^Skip to content$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const isIn = (selector: string) =>
    page.evaluate((within) => document.activeElement?.closest(within) !== null, selector);
  expect([await isIn('main'), await isIn('header.site-bar')]).toEqual([true, false]);
  await tabTo(/^Copy link$/);
  await tabTo(/^Post Comment$/);
  await page.keyboard.press('Enter');
  await expect(page.locator('#comments').getByLabel('Email')).toBeFocused();
  await tabTo(/^Your data$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/your-data');
});
