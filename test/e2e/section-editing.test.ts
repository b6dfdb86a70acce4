import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle, makeDraft } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { openArticleApi } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { openAfterFailedLoad } from './failed-load.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

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

// One after the other on one site: the second journey removes the other section.
describe.each(widths)('the panel of sections at %i pixels', (width) => {
  const [removed, target] = width === 390 ? ['Sports', 'Culture'] : ['Opinions', 'Media & Power'];

  test('adds, changes, orders, hides and removes sections', async () => {
    const page = await signedInPage(site, '/admin?tab=sections', {
      width,
      expectedFailures: ['/api/newsroom/sections'],
    });
    await expect(page.getByText('1 article', { exact: false }).first()).toBeVisible();
    await expectAccessible(page);

    const name = `Health ${width}`;
    await button(page, 'New section').click();
    await expect(page.getByRole('heading', { name: 'New section' })).toBeFocused();
    await button(page, 'Save section').click();
    await expect(page.getByLabel('Name *')).toHaveAccessibleDescription(/Please enter a name/);
    // Short name and path come from it.
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    await expect(page.getByLabel('Name *')).toBeFocused();
    await page.getByLabel('Name *').fill(name);
    await page.getByLabel('Path').fill('about');
    await button(page, 'Save section').click();
    await expect(page.getByLabel('Path')).toHaveAccessibleDescription(/The site itself uses \/about/);
    await page.getByLabel('Path').fill('');
    await expect(page.getByLabel('Path')).toHaveAccessibleDescription(new RegExp(`URL: /health-${width}\\.`));
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
    await page.getByLabel('Description').fill('Bodies and minds.');
    await expectAccessible(page);
    await button(page, 'Save section').click();
    await expect(toast(page, 'Section added')).toBeVisible();
    await expect(page.getByRole('heading', { name })).toBeVisible();

    await page.getByLabel('Path').fill(`bodies-${width}`);
    await button(page, 'All sections').click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByLabel('Path')).toHaveValue(`bodies-${width}`);
    await button(page, 'Save section').click();
    await expect(toast(page, 'Section saved')).toBeVisible();
    const former = await fetch(`${site.url}/health-${width}`, { redirect: 'manual' });
    expect([former.status, former.headers.get('location')]).toEqual([301, `/bodies-${width}`]);

    await button(page, 'All sections').click();
    await expect.poll(async () => (await names(page)).at(-1)).toBe(name);
    const before = await names(page);
    const up = button(page, `Move up: ${name}`);
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(
      page.getByText(`${name} is now number ${before.length - 1} of ${before.length}`),
    ).toBeAttached();
    await expect(up).toBeFocused();
    await up.click();
    const order = before.toSpliced(-1, 1).toSpliced(-2, 0, name);
    await expect(rows(page)).toHaveText(order);
    await expect.poll(async () => (await publicNames(page)).slice(-3)).toEqual(order.slice(-3));
    await page.reload();
    await expect(rows(page)).toHaveText(order);

    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('checkbox', { name: /Show it in menus/ }).uncheck();
    await button(page, 'Save section').click();
    await expect(toast(page, 'Section saved')).toBeVisible();
    await button(page, 'Remove').click();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await button(page, 'Remove').click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Section removed')).toBeVisible();
    await expect(rows(page)).toHaveText(order.filter((other) => other !== name));

    await page.getByRole('button', { name: removed, exact: true }).click();
    await button(page, 'Remove').click();
    const confirm = dialog(page).getByRole('button', { name: 'Remove' });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await dialog(page).getByLabel('Move its articles to').selectOption({ label: target });
    await confirm.click();
    await expect(toast(page, 'Section removed')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: target })).toContainText('1 article');
  });
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
