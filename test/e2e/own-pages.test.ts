import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { ownPageRevisions, ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
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
  await page.route('**/api/newsroom/pages*', (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.getByRole('tab', { name: 'Pages' }).click();
  await expect(page.getByText('Failed to load pages')).toBeVisible();
  await page.unroute('**/api/newsroom/pages*');
  await button(page, 'Try again').click();
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
