import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeDraft } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    await makeArticle(database, { title: 'Kept', slug: 'kept', categorySlug: 'sports' });
    await makeDraft(database, { title: 'Also kept', slug: 'also-kept', categorySlug: 'opinions' });
  });
});
afterAll(() => site.stop());

const rows = (page: Page) => page.locator('.section-rows .row-open');
const names = (page: Page) => rows(page).allTextContents();
const publicNames = async (page: Page) => {
  const { categories } = await (await page.request.get('/api/categories')).json();
  return (categories as readonly { readonly name: string }[]).map(({ name }) => name);
};
const dialog = (page: Page) => page.getByRole('alertdialog');

test('sections are added, changed, ordered, hidden and removed', async () => {
  const page = await signedInPage(site, '/admin?tab=sections', {
    width: 390,
    expectedFailures: ['/api/newsroom/sections'],
  });
  const [name, path, save] = [
    page.getByLabel('Name *'),
    page.getByLabel('Path'),
    button(page, 'Save section'),
  ];
  await button(page, 'New section').click();
  await expect(page.getByRole('heading', { name: 'New section' })).toBeFocused();
  await save.click();
  await expect(name).toHaveAccessibleDescription(/Please enter a name/);
  // Short name and path come from it.
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  await expect(name).toBeFocused();
  await name.fill('Health');
  await path.fill('about');
  await save.click();
  await expect(path).toHaveAccessibleDescription(/The site itself uses \/about/);
  await path.fill('');
  await expect(path).toHaveAccessibleDescription(/URL: \/health\./);
  // Radio buttons: the arrow keys choose.
  await page.getByRole('radio', { name: 'Globe' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Sprout' })).toBeChecked();
  await save.click();
  await expect(toast(page, 'Section added')).toBeVisible();

  await path.fill('bodies');
  await button(page, 'All sections').click();
  await button(page, 'Health').click();
  await expect(path).toHaveValue('bodies');
  await save.click();
  await expect(toast(page, 'Section saved')).toBeVisible();
  const former = await fetch(`${site.url}/health`, { redirect: 'manual' });
  expect([former.status, former.headers.get('location')]).toEqual([301, '/bodies']);

  await button(page, 'All sections').click();
  await expect.poll(async () => (await names(page)).at(-1)).toBe('Health');
  const before = await names(page);
  const up = button(page, 'Move up: Health');
  await up.press('Enter');
  await expect(
    page.getByText(`Health is now number ${before.length - 1} of ${before.length}`),
  ).toBeAttached();
  await expect(up).toBeFocused();
  await up.click();
  const order = before.toSpliced(-1, 1).toSpliced(-2, 0, 'Health');
  await expect(rows(page)).toHaveText(order);
  await expect.poll(async () => (await publicNames(page)).slice(-3)).toEqual(order.slice(-3));
  await page.reload();
  await expect(rows(page)).toHaveText(order);

  await button(page, 'Health').click();
  await page.getByRole('checkbox', { name: /Show it in menus/ }).uncheck();
  await save.click();
  await expect(toast(page, 'Section saved')).toBeVisible();
  await button(page, 'Remove').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await button(page, 'Remove').click();
  const confirm = dialog(page).getByRole('button', { name: 'Remove' });
  await confirm.click();
  await expect(toast(page, 'Section removed')).toBeVisible();
  await expect(rows(page)).toHaveText(order.filter((other) => other !== 'Health'));

  await button(page, 'Sports').click();
  await button(page, 'Remove').click();
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await dialog(page).getByLabel('Move its articles to').selectOption({ label: 'Culture' });
  await confirm.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Culture' })).toContainText('1 article');
});
