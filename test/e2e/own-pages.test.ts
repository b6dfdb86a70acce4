import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'playwright-core';
import { ownPageRevisions, ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { openAfterFailedLoad } from './failed-load.ts';
import { openPage, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

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

describe.each(widths)('the panel of pages at %i pixels', (width) => {
  test('creates a page from an outline, publishes, restores, unpublishes and deletes it', async () => {
    const expectedFailures = ['/api/newsroom/pages'];
    const page = await signedInPage(site, '/admin?tab=pages', { width, expectedFailures });
    await expect(page.getByText('1 page', { exact: true })).toBeVisible();
    await button(page, 'About').click();
    await expect(page.getByRole('list', { name: 'Principles' })).toBeVisible();
    await page.goBack();
    await expectAccessible(page);
    await button(page, 'New page').click();
    await expect(page.getByRole('heading', { name: 'New page' })).toBeFocused();
    await expectAccessible(page);
    await button(page, /^Ethics/).click();
    await expect(page.getByLabel('Excerpt')).toHaveValue(/The rules that everyone/);
    await expect(text(page)).toContainText('[How facts are checked');

    await page.getByLabel('Slug').fill('about');
    await button(page, 'Publish').click();
    await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/The site itself uses this address/);
    await expect(page.getByLabel('Slug')).toBeFocused();
    const slug = `ethics-${width}`;
    await page.getByLabel('Slug').fill(slug);
    await text(page).fill('We check facts.');
    await expectAccessible(page);
    await button(page, 'Publish').click();
    await expect(toast(page, 'Page published')).toBeVisible();
    await button(page, 'Preview').click();
    await expect(page.getByRole('dialog').getByText('We check facts.')).toBeVisible();
    await button(page, 'Close').click();

    const reader = await openPage(`/${slug}`, { width, site: site.url });
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Ethics');
    await expect(reader.getByText('We check facts.')).toBeVisible();
    const footer = reader.getByRole('navigation', { name: 'Pages' });
    await expect(footer.getByRole('link', { name: 'Ethics' })).toHaveAttribute('href', `/${slug}`);
    await expectAccessible(reader);

    await text(page).fill('Unsaved so far.');
    await button(page, 'All pages').click();
    await page.getByRole('button', { name: 'Ethics' }).click();
    await expect(text(page)).toHaveText('Unsaved so far.');
    await button(page, 'Update').click();
    await expect(toast(page, 'Page updated')).toBeVisible();
    await button(page, 'Revisions').click();
    await button(page, 'Compare revision 1').click();
    await expect(page.getByRole('region', { name: /From revision 1/ })).toContainText('Unsaved');
    await expectAccessible(page);
    await button(page, 'Restore revision 1 into the form').click();
    await expect(text(page)).toHaveText('We check facts.');
    await button(page, 'Unpublish').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await expect(toast(page, 'Page taken offline')).toBeVisible();
    expect((await fetch(`${site.url}/${slug}`)).status).toBe(404);
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Page deleted')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ethics' })).toHaveCount(0);
    expect((await fetch(`${site.url}/${slug}`)).status).toBe(410);
  });
});

test('a failed load can be retried, and a conflict keeps the entered fields', async () => {
  const page = await signedInPage(site, '/admin', { expectedFailures: [/\/api\/newsroom\/pages/] });
  await openAfterFailedLoad(page, 'pages');
  await page.getByRole('button', { name: 'Shared' }).click();
  await text(page).fill('Mine');
  const other = await signedInPage(site, '/admin?tab=pages');
  await other.getByRole('button', { name: 'Shared' }).click();
  await other.getByLabel('Excerpt').fill('Theirs');
  await button(other, 'Update').click();
  await expect(toast(other, 'Page updated')).toBeVisible();
  await button(page, 'Update').click();
  await expect(page.getByText('Someone else saved this page.')).toBeVisible();
  await expect(text(page)).toHaveText('Mine');
  await button(page, 'Update').click();
  await expect(toast(page, 'Page updated')).toBeVisible();
  expect(await (await fetch(`${site.url}/shared`)).text()).toContain('Mine');
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
