import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { AUTOSAVE_PATHS, blockAutosaves, crash, storedInBrowser } from './editor-page.ts';
import { expect } from './expect.ts';
import { button, preventToastExpiry } from './newsroom-page.ts';
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

// The first one, because it expects an empty trash at the end.
test('an article in the trash is found in its section and under its address, and is deleted permanently', async () => {
  const title = 'Deleted by accident';
  const { id } = await makeDraft(site.app.database, { title, trashedAt: new Date() });
  const page = await signedInPage(site, '/admin?tab=articles&category=global-politics');
  await page.getByLabel('Status').selectOption({ label: 'In trash' });
  await expect(page.getByRole('row').filter({ hasText: title }).getByText('In trash')).toBeVisible();
  await page.goto(`/admin/article-editor/global-politics/${id}`);
  await page.getByRole('link', { name: 'Open the trash' }).click();
  await expectAccessible(page);
  await button(page, 'Delete permanently').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('cannot be restored afterwards');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Article deleted permanently')).toBeVisible();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeFocused();
});

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

test('unsaved changes of an article that was deleted permanently become a new article', async () => {
  const { database } = site.app;
  const article = await makeArticle(database, { title: 'Deleted while offline', categorySlug: 'sports' });
  const path = `/admin/article-editor/sports/${article.id}`;
  const record = `/api/newsroom/articles/${article.id}`;
  const page = await signedInPage(site, path, { expectedFailures: [record, AUTOSAVE_PATHS] });
  await blockAutosaves(page);
  await page.getByLabel('Title *').fill('Words that only this browser has');
  await expect(storedInBrowser(page)).toBeVisible();
  await database.transaction((tx) => tx.execute(`delete from articles where id = '${article.id}'`));
  const next = await crash(page, path);
  const main = next.getByRole('main');
  await expect(main).toContainText('The article does not exist. It may have been deleted.');
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(next);
  await button(next, 'Continue in a new article').click();
  await button(next, 'Restore').click();
  await expect(next.getByLabel('Title *')).toHaveValue('Words that only this browser has');
  await next.getByLabel('Title *').press('End');
  await next.keyboard.type('.');
  await expect(next.getByText(/^Saved automatically at/)).toBeVisible();
  await expect(next).not.toHaveURL(new RegExp(article.id));
  await expect(next).toHaveURL(/\/admin\/article-editor\/sports\/[0-9a-f-]{36}$/);
  // Without unsaved changes, nothing is offered.
  await next.goto(path);
  await expect(main).toContainText('The article does not exist.');
  await expect(button(next, 'Continue in a new article')).toHaveCount(0);
});
