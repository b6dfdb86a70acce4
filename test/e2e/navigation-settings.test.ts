import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { ownPages } from '#domain/pages/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { changeSettings } from '../settings.ts';
import { expectAccessible, expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { horizontalOverflow } from './geometry.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
  await site.app.database.db.insert(ownPages).values({ slug: 'our-code', title: 'Our code', isDraft: true });
});
afterAll(() => site.close());

const menu = (page: Page) => page.getByRole('list', { name: 'the menu' }).getByRole('listitem');

test('entries of the menu and the footer are changed, ordered and removed', async () => {
  const page = await signedInPage(site, '/admin?tab=settings&view=navigation', {
    expectedFailures: ['/api/newsroom/settings'],
  });
  await expect(menu(page)).toHaveCount(6);
  await button(page, 'Add an entry to the menu').click();
  const added = menu(page).last();
  await added.getByLabel('Label').fill('Shop');
  await added.getByLabel('Leads to').selectOption({ label: 'Another page or site' });
  await added.getByLabel('Address').fill('http://shop.example');
  await button(page, 'Save settings').click();
  await expect(added.getByLabel('Address')).toHaveAccessibleDescription(/starts with https/);
  await expect(added.getByLabel('Address')).toBeFocused();
  await added.getByLabel('Leads to').selectOption({ label: 'Page: Our code (draft)' });
  await expect(added.getByLabel('Address')).toHaveCount(0);
  await added.getByLabel('Leads to').selectOption({ label: 'Another page or site' });
  await added.getByLabel('Address').fill('https://shop.example');
  const up = button(page, 'Move up: Shop');
  await up.press('Enter');
  await expect(page.getByText('Shop is now number 6 of 7')).toBeAttached();
  await expect(up).toBeFocused();
  await button(page, 'Remove: About').first().click();
  await button(page, 'Add a list to the footer').click();
  await page.getByLabel('Title').last().fill('More');
  await expectAccessible(page);
  await page.reload();
  await expect(menu(page)).toHaveCount(6);
  await expect(page.getByLabel('Title').last()).toHaveValue('More');
  await button(page, 'Save settings').click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  const html = await (await fetch(`${site.url}/about`)).text();
  expect(html).toContain('<a class="bar-link" href="https://shop.example/">Shop</a>');
  await button(page, 'Remove: Shop').click();
  await button(page, 'Save settings').click();
  await expect.poll(async () => (await fetch(`${site.url}/about`)).text()).not.toContain('shop.example');
});

const LONG = ['World affairs', 'Economy', 'Science', 'Culture', 'Sports desk', 'Letters', 'Archive', 'Shop'];
const WIDE = LONG.map((_, index) => `${'W'.repeat(28)} ${index}`);

test.each([
  ['entries that fit a desktop', LONG, [1280, 1920]],
  ['entries that fit no screen', WIDE, []],
])('a bar with %s has a menu button where they do not fit', async (_, labels, fitting) => {
  const entries = labels.map((label, index) => ({ label, target: `/page-${index}` }));
  await changeSettings(site.app, await adminHeaders(site.app), { navigation_menu: entries });
  const page = await openPage('/about', { site: site.url });
  for (const width of [320, 960, 1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    const isBar = fitting.includes(width);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ visible: isBar });
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible({ visible: !isBar });
    expect([width, await horizontalOverflow(page)]).toEqual([width, 0]);
    const rows = await page.locator('.site-bar-row').evaluate((row) => row.scrollHeight - row.clientHeight);
    expect([width, rows]).toEqual([width, 0]);
  }
  await page.setViewportSize({ width: 960, height: 700 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveCount(9);
  await expectNoAxeViolationsInBothSchemes(page);
});
