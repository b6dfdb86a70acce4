import { afterAll, beforeAll, test } from 'vitest';
import { type FailingStore, startFailingStore } from '../failing-store.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { startArticle, contentField } from './editor-page.ts';
import { toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let store: FailingStore;
let site: NewsroomServer;

beforeAll(async () => {
  store = await startFailingStore();
  store.failWith('reset');
  site = await startNewsroom(undefined, { env: store.env });
});
afterAll(async () => {
  await site.stop();
  await store.close();
});

const MESSAGE = 'The image could not be stored. Please try again in a moment.';

test('the editor shows that a picture could not be stored, and stays usable', async () => {
  const page = await signedInPage(site, '/admin/article-editor/sports', {
    width: 390,
    expectedFailures: ['/api/newsroom/images'],
  });
  await startArticle(page, 'Without a picture');
  await contentField(page).fill('The words are safe.');
  await page.locator('.editor-shell input[type=file]').setInputFiles({
    name: 'harbour.jpg',
    mimeType: 'image/jpeg',
    buffer: await makePhoto({ width: 60, height: 40 }),
  });
  const list = page.getByRole('list', { name: 'Pictures being uploaded' });
  await expect(list.getByRole('alert')).toHaveText(MESSAGE);
  await expect(toast(page, MESSAGE)).toBeVisible();
  await expect(list.getByRole('button', { name: 'Retry uploading harbour.jpg' })).toBeEnabled();
  await expect(page.getByText('The server cannot be reached')).toHaveCount(0);
  await expect(contentField(page)).toContainText('The words are safe.');
});
