import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { ARTICLES_SECTIONS, CONTENT_SECTIONS } from '../section-names.ts';
import { expect } from './expect.ts';
import { openPage, SCRIPT } from './page.ts';

const SECTIONS: readonly [name: string, links: readonly string[]][] = [
  ['Articles', ['All Articles', ...ARTICLES_SECTIONS]],
  ['Content', CONTENT_SECTIONS],
  ['Media', ['Podcast', 'Videos']],
];

const toggle = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /menu/i });
const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Menu' });
const summary = (page: Page, name: string): Locator =>
  menu(page).locator('summary').filter({ hasText: name });

describe.each(SCRIPT)('the menu at 390 pixels, script: %s', (script) => {
  test('opens with its button and has the same entries in order', async () => {
    const page = await openPage('/contact', { width: 390, script });
    await expect(menu(page)).toBeHidden();
    await toggle(page).tap();
    await expect(menu(page)).toBeVisible();
    const top = menu(page).locator('a:visible, summary:visible');
    await expect(top).toHaveText(['Home', 'Articles', 'Content', 'Media', 'Newsletter', 'About', 'Contact']);
  });

  test.each(SECTIONS)('%s expands and collapses', async (name, links) => {
    const page = await openPage('/contact', { width: 390, script });
    await toggle(page).tap();
    const section = menu(page)
      .locator('details')
      .filter({ has: page.locator('summary', { hasText: name }) });
    await expect(section.getByRole('link')).toHaveCount(0);
    await summary(page, name).tap();
    await expect(section.getByRole('link')).toHaveText([...links]);
    await summary(page, name).tap();
    await expect(section.getByRole('link')).toHaveCount(0);
  });

  test('the section of the current page is open, and its link is marked', async () => {
    const page = await openPage('/opinions', { width: 390, script });
    await toggle(page).tap();
    const current = menu(page).locator('[aria-current="page"]');
    await expect(current).toHaveText('Opinions');
    await expect(current).toBeVisible();
  });

  test('following a link closes it', async () => {
    const page = await openPage('/contact', { width: 390, script });
    await toggle(page).tap();
    await summary(page, 'Content').tap();
    await menu(page).getByRole('link', { name: 'Culture' }).tap();
    await page.waitForURL('**/culture');
    await expect(menu(page)).toBeHidden();
  });

  test('the toggle closes it', async () => {
    const page = await openPage('/contact', { width: 390, script });
    await toggle(page).tap();
    await expect(menu(page)).toBeVisible();
    await toggle(page).tap();
    await expect(menu(page)).toBeHidden();
  });

  test('Esc closes it and returns the focus', async () => {
    const page = await openPage('/contact', { width: 390, script });
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu(page).getByRole('link', { name: 'Home' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(toggle(page)).toBeFocused();
  });

  test('a tap outside closes it', async () => {
    const page = await openPage('/contact', { width: 390, script });
    await toggle(page).tap();
    await expect(menu(page)).toBeVisible();
    await page.touchscreen.tap(195, 820);
    await expect(menu(page)).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/contact');
  });

  test('its last entry is reachable when every section is open', async () => {
    const page = await openPage('/contact', { width: 390, script });
    await toggle(page).tap();
    for (const [name] of SECTIONS) await summary(page, name).tap();
    const last = menu(page).getByRole('link', { name: 'Contact' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
  });

  test('has no drop-downs of large screens', async () => {
    const page = await openPage('/contact', { width: 390, script });
    await expect(page.getByRole('banner').getByRole('button', { name: 'Content' })).toHaveCount(0);
  });
});
