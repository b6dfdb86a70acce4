import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeDraft } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { openArticleApi } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { openAfterFailedLoad } from './failed-load.ts';
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
  await emulateMedia(page, { forcedColors: 'active' });
  const chosen = page.locator('.icon-field label:has(:checked)');
  const unchosen = page.locator('.icon-field label:not(:has(:checked))').first();
  const backgroundOf = (icon: Locator) => icon.evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(unchosen));
  await emulateMedia(page, { forcedColors: 'none' });
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

test('a failed load can be retried, and a conflict keeps the typed fields', async () => {
  const page = await signedInPage(site, '/admin', { expectedFailures: [/\/api\/newsroom\/sections/] });
  await openAfterFailedLoad(page, 'sections');
  await page.getByRole('button', { name: 'Investigations', exact: true }).click();
  await page.getByLabel('Description').fill('Mine');
  const other = await signedInPage(site, '/admin?tab=sections');
  await other.getByRole('button', { name: 'Investigations', exact: true }).click();
  await other.getByLabel('Short name').fill('Theirs');
  await button(other, 'Save section').click();
  await expect(toast(other, 'Section saved')).toBeVisible();
  await button(page, 'Save section').click();
  await expect(page.getByText('Someone else changed this section.')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await expect(page.getByLabel('Short name')).toHaveValue('Theirs');
  await button(page, 'Save section').click();
  await expect(toast(page, 'Section saved')).toBeVisible();
});

test('an article of a section that was added in another window can be opened', async () => {
  const page = await signedInPage(site, '/admin?tab=moderation');
  const other = await signedInPage(site, '/admin?tab=sections');
  await button(other, 'New section').click();
  await other.getByLabel('Name *').fill('Climate');
  await button(other, 'Save section').click();
  await expect(toast(other, 'Section added')).toBeVisible();
  const articleApi = await openArticleApi(site);
  const { id } = await articleApi.create({ title: 'Warmer', category_slug: 'climate' });
  // An entry of the history as the router creates them, so that the document is not loaded again.
  await page.evaluate((path) => {
    history.pushState({ ...history.state, idx: history.state.idx + 1 }, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/admin/article-editor/climate/${id}`);
  await expect(page.getByLabel('Title *')).toHaveValue('Warmer');
  await expect(page).toHaveURL(new RegExp(`/climate/${id}$`));
  await expect(page.getByLabel('Category')).toHaveValue('climate');
});
