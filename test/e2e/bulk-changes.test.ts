import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { expect } from './expect.ts';
import { preventToastExpiry } from './newsroom-page.ts';
import { signedInPage, type SignedInVisitor } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

const open = (section: string, visitor: SignedInVisitor = {}) =>
  signedInPage(site, `/admin?tab=content&category=${section}&sort=title&order=asc`, visitor);
const row = (page: Page, title: string) => page.locator('tbody > tr').filter({ hasText: title });
const group = (page: Page) => page.getByRole('group', { name: 'Selected articles' });

test('several articles are moved, tagged and deleted at once', async () => {
  const { database } = site.app;
  await makeDraft(database, { categorySlug: 'culture', title: 'First story' });
  await makeDraft(database, { categorySlug: 'culture', title: 'Second story' });
  const page = await open('culture');
  await preventToastExpiry(page);
  await row(page, 'Second story').getByLabel('Select').check();
  await group(page).getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const move = dialog.getByRole('button', { name: 'Move', exact: true });
  await expect(move).toBeDisabled();
  await dialog.getByLabel('Section').selectOption('Opinions');
  await move.click();
  await expect(row(page, 'Second story')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row(page, 'Second story')).toHaveCount(1);

  await row(page, 'First story').getByLabel('Select').check();
  await group(page).getByRole('button', { name: 'Add tag' }).click();
  await dialog.getByLabel('Tag').fill('Water');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('Tag added to 1 article')).toBeVisible();
  await row(page, 'First story').getByLabel('Select').check();
  await group(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'First story')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /articles$/ })).toBeFocused();
});

test('a change can be undone for ten seconds after a dialog over its toast was closed', async () => {
  const { database } = site.app;
  const draft = { categorySlug: 'technology', image: '/media/x.webp' };
  await makeDraft(database, { ...draft, imageAlt: 'Described' });
  await makeDraft(database, { ...draft, imageAlt: null });
  const page = await open('technology', { controlsClock: true });
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
  const page = await open('opinions');
  await row(page, 'A column').getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
  await expect(row(page, 'Copy of A column').getByText('Draft')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).last().press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Copy of A column');
});
