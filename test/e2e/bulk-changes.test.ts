import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { preventToastExpiry } from './newsroom-page.ts';
import { type Width, WIDTHS, journeyWidths } from './page.ts';
import { signedInPage, type SignedInVisitor } from './signed-in-page.ts';

const widths = journeyWidths(1366);

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

const open = (section: string, width: Width, visitor: SignedInVisitor = {}) =>
  signedInPage(site, `/admin?tab=content&category=${section}&sort=title&order=asc`, { width, ...visitor });
const row = (page: Page, title: string) =>
  page.locator('tbody > tr, .article-cards > li').filter({ hasText: title });
const group = (page: Page) => page.getByRole('group', { name: 'Selected articles' });
const statusOf = async (slug: string) => (await site.app.fetch(`/article/${slug}`)).status;

test.each(widths)('at %i pixels, several articles are changed at once, and back', async (width) => {
  const categorySlug = width === WIDTHS[0] ? 'sports' : 'culture';
  const { database } = site.app;
  const slugs = [`one-${width}`, `two-${width}`];
  await makeDraft(database, { categorySlug, slug: slugs[0] ?? '', title: 'First story' });
  await makeDraft(database, { categorySlug, slug: slugs[1] ?? '', title: 'Second story' });
  await makeDraft(database, {
    categorySlug,
    title: 'Without a description',
    image: '/media/x.webp',
    imageAlt: null,
  });
  const page = await open(categorySlug, width);
  await preventToastExpiry(page);

  const all = page.getByLabel('Select all on this page');
  await row(page, 'First story').getByLabel('Select').press('Space');
  await expect(page.getByText('1 article selected')).toBeVisible();
  expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await all.press('Space');
  await expect(page.getByText('3 articles selected')).toBeVisible();
  await expectAccessible(page);

  await group(page).getByRole('button', { name: 'Publish' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Publish 3 articles?' });
  await question.getByRole('button', { name: 'Publish' }).press('Enter');
  const rejections = page.getByRole('dialog', { name: '1 article could not be changed' });
  await expect(rejections).toContainText('Without a description');
  await expect(page.getByText('2 articles published')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(group(page)).toHaveCount(0);
  await expect(row(page, 'First story').getByText('Published')).toBeVisible();
  expect([await statusOf(slugs[0] ?? ''), await statusOf(slugs[1] ?? '')]).toEqual([200, 200]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone for 2 articles')).toBeVisible();
  await expect(row(page, 'First story').getByText('Draft')).toBeVisible();
  expect(await statusOf(slugs[0] ?? '')).toBe(404);

  await row(page, 'Second story').getByLabel('Select').check();
  await group(page).getByRole('button', { name: 'Move', exact: true }).click();
  const move = page.getByRole('dialog');
  await expect(move.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await move.getByLabel('Section').selectOption('Opinions');
  await expectAccessible(page);
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(row(page, 'Second story')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row(page, 'Second story')).toHaveCount(1);

  await row(page, 'First story').getByLabel('Select').check();
  await group(page).getByRole('button', { name: 'Add tag' }).click();
  await move.getByLabel('Tag').fill('Water');
  await move.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('Tag added to 1 article')).toBeVisible();
  await row(page, 'First story').getByLabel('Select').check();
  await group(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'First story')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /articles$/ })).toBeFocused();
});

test('a change can be undone for ten seconds after a dialog over its toast was closed', async () => {
  const { database } = site.app;
  await makeDraft(database, { categorySlug: 'technology', title: 'With everything' });
  await makeDraft(database, {
    categorySlug: 'technology',
    title: 'Without a description',
    image: '/media/x.webp',
    imageAlt: null,
  });
  const page = await open('technology', 1366, { controlsClock: true });
  await page.getByLabel('Select all on this page').check();
  await page.clock.install();
  await group(page).getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  const rejections = page.getByRole('dialog', { name: '1 article could not be changed' });
  const undo = page.getByText('1 article published').locator('xpath=ancestor::*[button]').first();
  await expect(rejections).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.clock.runFor(60_000);
  await expect(undo).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(rejections).toHaveCount(0);
  await page.clock.runFor(8_000);
  await expect(undo).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(undo).toHaveCount(0);
});

test('an article is duplicated from the menu of its row, with the keyboard', async () => {
  await makeArticle(site.app.database, { categorySlug: 'opinions', title: 'A column' });
  const page = await open('opinions', 1366);
  await row(page, 'A column').getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
  await expect(row(page, 'Copy of A column').getByText('Draft')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).last().press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Copy of A column');
});
