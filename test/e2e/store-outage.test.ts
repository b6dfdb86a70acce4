import { expect } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { type BrokenStore, startBrokenStore } from '../broken-store.ts';
import { type NewsroomSite, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { startArticle, textOf, toast } from './editor-desk.ts';
import { signedInPage } from './signed-in-page.ts';
import { WIDTHS } from './page.ts';

let store: BrokenStore;
let site: NewsroomSite;

beforeAll(async () => {
  store = await startBrokenStore();
  store.breakAs('reset');
  site = await startNewsroom(undefined, { env: store.env });
});
afterAll(async () => {
  await site.stop();
  await store.close();
});

const SENTENCE = 'The image could not be stored. Please try again in a moment.';

test.each(WIDTHS)('the editor is told that a picture found no store, and can go on, at %i', async (width) => {
  const page = await signedInPage(site, '/admin/article-editor/sports', {
    width,
    refused: ['/api/newsroom/images'],
  });
  await startArticle(page, `Without a picture ${width}`);
  await textOf(page).fill('The words are safe.');
  await page.locator('.text-frame input[type=file]').setInputFiles({
    name: 'harbour.jpg',
    mimeType: 'image/jpeg',
    buffer: await makePhoto({ width: 60, height: 40 }),
  });
  const list = page.getByRole('list', { name: 'Pictures being uploaded' });
  await expect(list.getByRole('alert')).toHaveText(SENTENCE);
  await expect(toast(page, SENTENCE)).toBeVisible();
  await expect(list.getByRole('button', { name: 'Try to upload harbour.jpg again' })).toBeEnabled();
  await expect(page.getByText('The server cannot be reached')).toHaveCount(0);
  await expect(textOf(page)).toContainText('The words are safe.');
});
