import { describe, test } from 'vitest';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { openPage, SCRIPT } from './page.ts';
import { smallTargets } from './small-targets.ts';

describe.each(SCRIPT)('the menus, script: %s', (script) => {
  test('of large screens close on Esc, which returns the focus, and when another one opens', async () => {
    const page = await openPage('/about', { script });
    const bar = page.getByRole('banner');
    const content = bar.getByRole('button', { name: 'Content', exact: true });
    await bar.getByRole('button', { name: 'Articles', exact: true }).click();
    await content.click();
    await expect(bar.getByRole('link', { name: 'All Articles' })).toBeHidden();
    await expect(bar.getByRole('link', { name: 'Sports' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('link', { name: 'Sports' })).toBeHidden();
    await expect(content).toBeFocused();
  });

  test('of small screens close on Esc, which returns the focus, and expand', async () => {
    const page = await openPage('/contact', { width: 390, script });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const toggle = page.getByRole('banner').getByRole('button', { name: 'Menu' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.tap();
    await menu.locator('summary').filter({ hasText: 'Content' }).tap();
    await menu.getByRole('link', { name: 'Culture' }).tap();
    await page.waitForURL('**/culture');
    await expect(menu).toBeHidden();
  });
});

describe('open menus are accessible, light and dark, and their targets are large enough', () => {
  test('on large screens, over the hero', async () => {
    const page = await openPage('/');
    for (const name of ['Articles', 'Content', 'Media']) {
      await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
      await expectNoAxeViolationsInBothSchemes(page);
      expect([name, await smallTargets(page)]).toEqual([name, []]);
    }
  });

  test('on small screens, with every section open', async () => {
    const page = await openPage('/', { width: 390 });
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
    for (const summary of await page.locator('summary').all()) await summary.tap();
    await expectNoAxeViolationsInBothSchemes(page);
    expect(await smallTargets(page)).toEqual([]);
  });
});

test('a skeleton is shown for a navigation, but not for a fragment or a new tab, and such links close menus', async () => {
  const page = await openPage('/about');
  const navigating = () => page.evaluate(() => document.documentElement.dataset['navigating']);
  const sports = page.getByRole('banner').getByRole('link', { name: 'Sports' });
  await page.getByRole('button', { name: 'Content', exact: true }).click();
  await sports.evaluate((link: HTMLAnchorElement) => (link.href = '#content'));
  await sports.click();
  await expect(sports).toBeHidden();
  expect(await navigating()).toBeUndefined();
  // After the listeners of the page, so that it is not left.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  const away = page.getByRole('main').getByRole('link', { name: /articles/i });
  await away.click({ modifiers: ['Control'] });
  expect(await navigating()).toBeUndefined();
  await away.click();
  expect(await navigating()).toBe('listing');
  await expect(page.locator('.skeleton-listing')).toBeVisible();
  await expect(page.locator('.skeleton-article')).toBeHidden();
});
