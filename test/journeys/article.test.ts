import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { bodyStructure } from '../e2e/body-structure.ts';
import { WORD, WORD_CLEANED } from '../e2e/editor-clipboards.ts';
import {
  contentField,
  editorPath,
  insertPicture,
  openArticleApi,
  openContentStep,
  paste,
  startArticle,
} from '../e2e/editor-page.ts';
import { expect } from '../e2e/expect.ts';
import { button, toast } from '../e2e/newsroom-page.ts';
import { openPage } from '../e2e/page.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { makePhoto } from '../pictures.ts';
import { type RemoteSite, startRemoteSite } from '../remote-site.ts';

const LEAD = 'The harbour at "dawn"';

let site: ControlledSite;
let remote: RemoteSite;
let photos: Readonly<Record<'lead' | 'boat' | 'remote', Buffer>>;
beforeAll(async () => {
  const photo = (seed: number) => makePhoto({ width: 1000, height: 625, format: 'png', seed });
  photos = { lead: await photo(3), boat: await photo(11), remote: await photo(31) };
  remote = await startRemoteSite((response, path) => {
    if (path === '/photo.png') response.writeHead(200, { 'content-type': 'image/png' }).end(photos.remote);
    else response.writeHead(404).end();
  });
  site = await startControlledSite({ outboundAddress: '127.0.0.1' });
});
afterAll(async () => {
  await site.close();
  await remote.close();
});

const webPage = () => `<meta charset='utf-8'><h2 class="headline">Elsewhere</h2>
  <p style="box-sizing: border-box; color: rgb(17, 17, 17);">CO<sub>2</sub> <b>fell</b>, says <a href="https://x.example/report?a=1&amp;b=2" target="_blank" class="ext">a report</a>.</p>
  <figure><img src="${remote.url}/photo.png" alt="A crane" class="lazy" width="800"><figcaption>By <i>somebody else</i></figcaption></figure>
  <p>Last line of the page.</p>`;

const ALL_CONTENT =
  '<p>Before the picture.</p><figure>[A boat]<figcaption>At sea.</figcaption></figure><p>After it.</p>' +
  `${WORD_CLEANED}<p>After the word processor.</p><h2>Elsewhere</h2>` +
  '<p>CO<sub>2</sub> <strong>fell</strong>, says <a href="https://x.example/report?a=1&amp;b=2">a report</a>.</p>' +
  '<figure>[A crane]<figcaption>By <em>somebody else</em></figcaption></figure><p>Last line of the page.</p>';

/** Stored content, with each picture replaced by its alternative text. */
const withoutPictures = (content: string) => content.replaceAll(/<img[^>]* alt="([^"]*)"[^>]*>/g, '[$1]');

test('an article is written, pasted, saved, previewed and published, and readers get what the editor saw', async () => {
  const page = await signedInPage(site, '/admin/article-editor/sports', { width: 1366 });
  await page.getByLabel('Title *').fill('Harbour dues');
  await page.getByLabel('Excerpt *').fill('What the harbour costs & who pays <for it>.');
  await page.getByLabel('Tags').fill(' water , , steel ');
  await page
    .getByLabel('Picture of the article')
    .setInputFiles({ name: 'lead.png', mimeType: 'image/png', buffer: photos.lead });
  await page.getByLabel('Alt text').fill(LEAD);
  await openContentStep(page);
  await contentField(page).click();
  await page.keyboard.type('Before the picture.');
  await insertPicture(page, photos.boat, { alt: 'A boat', hasCaption: true });
  await page.keyboard.type('At sea.\nAfter it.\n');
  await paste(page, { 'text/html': WORD, 'text/plain': 'Harbour dues' }, photos.lead);
  await page.keyboard.type('\nAfter the word processor.\n');
  await paste(page, { 'text/html': webPage(), 'text/plain': 'Elsewhere' });
  await expect(contentField(page).locator('img[alt="A crane"]')).toHaveAttribute('src', /^\/media\//);
  await button(page, 'Draft').click();
  await expect(page).toHaveURL(/\/admin$/);

  const api = await openArticleApi(site);
  const saved = (await api.list('sports')).find(({ title }) => title === 'Harbour dues');
  const { id, content } = await api.read(saved?.id ?? '');
  expect(withoutPictures(content)).toBe(ALL_CONTENT);
  const path = '/article/harbour-dues';
  expect((await site.app.fetch(path)).status).toBe(404);
  expect(await (await site.app.fetch('/articles')).text()).not.toContain('Harbour dues');

  await page.goto(editorPath({ id }));
  await openContentStep(page);
  const inEditor = await bodyStructure(contentField(page));
  const response = page.waitForResponse('**/api/newsroom/previews');
  await button(page, 'Preview').click();
  const { article } = (await (await response).json()) as { article: { body: string } };
  const inPreview = await bodyStructure(page.locator('.preview .prose'));
  await button(page, 'Close').click();
  await button(page, 'Publish').click();
  await expect(toast(page, 'Article published successfully')).toBeVisible();

  // Until the page is rendered again, its stored copy is served.
  const html = async () => (await site.app.fetch(path)).text();
  await expect.poll(html).toContain(`<div class="prose">${article.body}</div>`);
  const reader = await openPage(path, { site: site.url, width: 1366, script: false });
  const seen = await bodyStructure(reader.locator('main .prose').first());
  expect([inEditor, inPreview]).toEqual([seen, seen]);
  for (const [alt, photo] of [
    [LEAD, photos.lead],
    ['A boat', photos.boat],
    ['A crane', photos.remote],
  ] as const)
    await expectSamePicture(reader, alt, photo);
});

/** The picture that the page shows is this photo in another size and format. */
async function expectSamePicture(reader: Page, alt: string, photo: Buffer): Promise<void> {
  const image = reader.locator(`main article img[alt=${JSON.stringify(alt)}]`);
  await image.scrollIntoViewIfNeeded();
  const address = () => image.evaluate((element: HTMLImageElement) => element.currentSrc);
  await expect.poll(address).not.toBe('');
  const received = Buffer.from(await (await fetch(await address())).arrayBuffer());
  const [shown, given] = await Promise.all([received, photo].map(thumbnail));
  const differences = Array.from(shown ?? [], (value, index) => Math.abs(value - (given?.[index] ?? 0)));
  expect(differences).toHaveLength(16 * 10 * 3);
  expect(Math.max(...differences)).toBeLessThan(24);
}

const thumbnail = (picture: Buffer) => sharp(picture).resize(16, 10).removeAlpha().raw().toBuffer();

test('on a phone, a picture is inserted in the text, and typing goes on in its caption and after it', async () => {
  const page = await signedInPage(site, '/admin/article-editor/sports', { width: 390 });
  await startArticle(page, 'Written on a phone');
  await contentField(page).tap();
  await page.keyboard.type('Before.');
  await insertPicture(page, photos.boat, { alt: 'A boat', hasCaption: true });
  await page.keyboard.type('At sea.\nAfter it.');
  // Enter has left no empty paragraph behind.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' The end.');
  await expect(contentField(page)).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await button(page, 'Publish').tap();
  await expect(toast(page, 'Article published successfully')).toBeVisible();
  const published = await (await site.app.fetch('/article/written-on-a-phone')).text();
  const [, body = ''] = /<div class="prose[^>]*>(.*?)<\/div>/s.exec(published) ?? [];
  expect(withoutPictures(body.replaceAll(/<\/?picture>|<source[^>]*>/g, ''))).toBe(
    '<p>Before.</p><figure>[A boat]<figcaption>At sea.</figcaption></figure><p>After it. The end.</p>',
  );
});
