import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { ownPageRevisions, ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { openAfterFailedLoad } from './failed-load.ts';
import { button, toast } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

const SHARED = { slug: 'shared', title: 'Shared', excerpt: 'E', content: '<p>Text</p>', isDraft: false };

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async ({ db }) => {
    const [page] = await db.insert(ownPages).values(SHARED).returning();
    await db.insert(ownPageRevisions).values({ ...SHARED, pageId: page?.id ?? '', revision: 1 });
    await db.insert(ownPageSlugs).values({ slug: SHARED.slug, pageId: page?.id ?? null });
  });
});
afterAll(() => site.stop());

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const textOf = async (path: string) => (await fetch(site.url + path)).text();

test('a page is retried after a failed load, keeps its fields in a conflict, is previewed, compared and restored', async () => {
  const page = await signedInPage(site, '/admin', { expectedFailures: [/\/api\/newsroom\/pages/] });
  await openAfterFailedLoad(page, 'pages');
  await button(page, 'Shared').click();
  await text(page).fill('Mine');
  const other = await signedInPage(site, '/admin?tab=pages');
  await button(other, 'Shared').click();
  await other.getByLabel('Excerpt').fill('Theirs');
  await button(other, 'Update').click();
  await expect(toast(other, 'Page updated')).toBeVisible();
  await button(page, 'Update').click();
  await expect(page.getByText('Someone else saved this page.')).toBeVisible();
  await expect(text(page)).toHaveText('Mine');
  await button(page, 'Update').click();
  await expect(toast(page, 'Page updated')).toBeVisible();
  await expect.poll(() => textOf('/shared')).toContain('Mine');

  await text(page).fill('Unsaved so far.');
  await button(page, 'All pages').click();
  await button(page, 'Shared').click();
  await expect(text(page)).toHaveText('Unsaved so far.');
  await button(page, 'Preview').click();
  await expect(page.getByRole('dialog').getByText('Unsaved so far.')).toBeVisible();
  await button(page, 'Close').click();
  await button(page, 'Revisions').click();
  await button(page, 'Compare revision 1').click();
  await expect(page.getByRole('region', { name: /From revision 1/ })).toContainText('Unsaved');
  await expectAccessible(page);
  await button(page, 'Restore revision 1 into the form').click();
  await expect(text(page)).toHaveText('Text');
  expect(await textOf('/shared')).toContain('Mine');
});

test('words that are typed while a page is created stay unsaved input of that page', async () => {
  const page = await signedInPage(site, '/admin?tab=pages&view=new-empty');
  const creation = await delayResponses(page, 'POST', '**/api/newsroom/pages');
  await page.getByLabel('Title *').fill('Corrections');
  await text(page).fill('First words');
  await button(page, 'Save draft').click();
  await expect(button(page, 'Saving...')).toBeVisible();
  await page.getByLabel('Excerpt').fill('Where we were wrong');
  await text(page).press('ControlOrMeta+End');
  await page.keyboard.type(', last words');
  creation.release();
  await expect(page.getByRole('heading', { name: 'Corrections' })).toBeFocused();
  await expect(page.getByLabel('Excerpt')).toHaveValue('Where we were wrong');
  await expect(text(page)).toHaveText('First words, last words');
  await button(page, 'Save draft').click();
  await expect(page.getByText(/^Unsaved changes/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Excerpt')).toHaveValue('Where we were wrong');

  await page.goto('/admin?tab=pages&view=new-empty');
  await expect(text(page)).toHaveText('');
  await expect(page.getByLabel('Excerpt')).toHaveValue('');
  await expect(page.getByText(/^Unsaved changes/)).toHaveCount(0);
});

test('leaving the form during an upload asks first', async () => {
  const page = await signedInPage(site, '/admin?tab=pages&view=new-empty');
  const upload = await delayResponses(page, 'POST', '**/api/newsroom/images');
  await expect(text(page)).toBeVisible();
  const file = { name: 'boat.png', mimeType: 'image/png', buffer: await makePhoto({ format: 'png' }) };
  await page.locator('.editor-shell input[type=file]').setInputFiles(file);
  await expect(page.getByText('Uploading pictures…')).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'Discard changes' });
  for (const leave of [
    () => button(page, 'All pages').click(),
    () => page.getByRole('tab', { name: 'Media', exact: true }).click(),
  ]) {
    await leave();
    await expect(question).toContainText(
      'A picture is still being uploaded. If you leave now, it is not added.',
    );
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
  }
  upload.release();
  await page.getByRole('dialog', { name: 'Picture' }).press('Escape');
  await expect(text(page).locator('img[src]').first()).toBeVisible();
  await button(page, 'All pages').click();
  await expect(button(page, 'New page')).toBeVisible();
});

test('the About page marks an invalid year, is ordered, previewed, saved once and restored', async () => {
  const page = await signedInPage(site, '/admin?tab=pages&view=about', {
    expectedFailures: ['/api/newsroom/about'],
  });
  const years = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await button(page, 'Add a year').click();
  const year = years.last().getByLabel('Year');
  await year.fill('26');
  await years.last().getByLabel('Title').fill('A printed issue');
  await years.last().getByLabel('Text').fill('On paper,\nonce.');
  await button(page, 'Save draft').click();
  await expect(year).toBeFocused();
  await expect(year).toHaveAttribute('aria-invalid', 'true');
  await year.fill('2026');
  const up = button(page, 'Move up: A printed issue');
  await up.press('Enter');
  await expect(up).toBeFocused();
  await button(page, 'Preview').press('Enter');
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.locator('.timeline li').nth(5)).toHaveText('2026A printed issueOn paper, once.');
  await button(page, 'Close').press('Enter');

  const saves = await delayResponses(page, 'PUT', '**/api/newsroom/about');
  await button(page, 'Publish').dblclick();
  saves.release();
  await expect(toast(page, 'Page published')).toBeVisible();
  await expect(button(page, 'Publish')).toBeEnabled();
  expect(saves.count()).toBe(1);
  await expect.poll(() => textOf('/about')).toContain('A printed issue');

  await button(page, 'Revisions').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Revisions' });
  await dialog.getByRole('button', { name: 'Compare revision 1', exact: true }).press('Enter');
  await expect(dialog.locator('.comparison')).toContainText('2026: A printed issue');
  await dialog.getByRole('button', { name: 'Restore revision 1 into the form' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await button(page, 'Publish').press('Enter');
  await expect.poll(() => textOf('/about')).not.toContain('A printed issue');
});
