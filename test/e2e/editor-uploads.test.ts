import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { makeAnimation, makePhoto } from '../pictures.ts';
import { contentField, startArticle } from './editor-page.ts';
import { useEditorSite } from './editor-site.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { button, toast } from './newsroom-page.ts';

const site = useEditorSite();

const CONTENT_PICTURES = '.editor-shell input[type=file]';
const LEAD_PICTURE = '.lead-picture input[type=file]';

/** Chooses a picture, whose upload is sent to the server when the returned function is called. */
async function startUpload(page: Page, input: string, name: string, seed: number): Promise<() => void> {
  // The latest handler gets the request.
  const upload = await delayResponses(page, 'POST', '**/api/newsroom/images');
  const requested = page.waitForRequest('**/api/newsroom/images');
  await page.locator(input).setInputFiles({
    name,
    mimeType: 'image/png',
    buffer: await makePhoto({ format: 'png', seed }),
  });
  await requested;
  return upload.release;
}

test('the editor is not left without a question during an upload, and a save that waits for it is not sent', async () => {
  const page = await site.open('/admin/article-editor/sports');
  await startArticle(page, 'Left with a picture');
  await contentField(page).click();
  await page.keyboard.type('Before.');
  const endUpload = await startUpload(page, CONTENT_PICTURES, 'boat.png', 21);
  await button(page, 'Publish').click();
  await expect(page.getByText('Uploading pictures…')).toBeVisible();
  const back = page.getByRole('link', { name: 'Back to Admin' });
  await back.click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving' });
  await expect(question).toContainText('A picture is still being uploaded.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Uploading picture…')).toHaveCount(1);

  await back.click();
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/newsroom/images'),
  );
  await question.getByRole('button', { name: 'Leave' }).click();
  await cancelled;
  await expect(page).toHaveURL(/\/admin$/);
  endUpload();
  await page.getByRole('tab', { name: 'Content' }).click();
  const row = page.getByRole('row', { name: 'Left with a picture' });
  await expect(row).toContainText('Draft');
  expect((await site.articles.list('sports')).map(({ is_draft: isDraft }) => isDraft)).toEqual([true]);
});

test('the lead picture is the one that was chosen last, or none', async () => {
  const page = await site.open('/admin/article-editor/culture');
  const shown = page.locator('.lead-picture img');
  const endFirst = await startUpload(page, LEAD_PICTURE, 'wrong.png', 22);
  (await startUpload(page, LEAD_PICTURE, 'right.png', 23))();
  await expect(shown).toHaveCount(1);
  await page.getByLabel('Alt text').fill('The right one');
  const source = await shown.getAttribute('src');
  endFirst();
  await expect(page.getByRole('list', { name: 'Pictures being uploaded' })).toHaveCount(0);
  await expect(shown).toHaveAttribute('src', source ?? '');
  await expect(page.getByLabel('Alt text')).toHaveValue('The right one');

  const endThird = await startUpload(page, LEAD_PICTURE, 'late.png', 24);
  await button(page, 'Remove').click();
  endThird();
  await expect(page.getByRole('list', { name: 'Pictures being uploaded' })).toHaveCount(0);
  await expect(shown).toHaveCount(0);
});

test('a picture that cannot be uploaded says so in its place, and does not prevent saving', async () => {
  const page = await site.open('/admin/article-editor/sports', {
    expectedFailures: ['/api/newsroom/images'],
  });
  await startArticle(page, 'With a failed picture');
  await contentField(page).click();
  await page.keyboard.type('Before.');
  await page.route('**/api/newsroom/images', (route) => route.fulfill({ status: 503, json: {} }));
  const file = {
    name: 'boat.png',
    mimeType: 'image/png',
    buffer: await makePhoto({ format: 'png', seed: 25 }),
  };
  await page.locator(CONTENT_PICTURES).setInputFiles(file);
  const placeholder = page.locator('.ProseMirror .upload-placeholder');
  await expect(placeholder).toContainText('boat.png was not uploaded');
  await expect(page.getByRole('list', { name: 'Pictures being uploaded' })).toHaveCount(0);
  await button(page, 'Draft').click();
  await expect(toast(page, 'Saved without boat.png')).toBeVisible();
  const saved = (await site.articles.list('sports')).find(({ title }) => title === 'With a failed picture');
  expect((await site.articles.read(saved?.id ?? '')).content).toBe('<p>Before.</p>');
  await page.unrouteAll();
  const upload = await delayResponses(page, 'POST', '**/api/newsroom/images');
  await button(page, 'Retry uploading boat.png').click();
  await expect(placeholder).toHaveText('Uploading picture…');
  upload.release();
  await expect(page.locator('.ProseMirror img')).toHaveCount(1);
  await expect(placeholder).toHaveCount(0);
});

test('an animation is uploaded after its loss was confirmed', async () => {
  const page = await site.open('/admin/article-editor/sports');
  await startArticle(page, 'With an animation');
  await contentField(page).click();
  const file = { name: 'rain.gif', mimeType: 'image/gif', buffer: await makeAnimation(3) };
  await page.locator(CONTENT_PICTURES).setInputFiles(file);
  const place = contentField(page).getByRole('group', { name: 'rain.gif' });
  await expect(place.getByRole('alert')).toHaveText(
    'This image is animated. Readers will see only its first frame.',
  );
  await expect(page.locator('.ProseMirror img')).toHaveCount(0);
  await place.getByRole('button', { name: 'Upload the first frame' }).click();
  await expect(page.locator('.ProseMirror img')).toHaveCount(1);
  await expect(place).toHaveCount(0);
});
