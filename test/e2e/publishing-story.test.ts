import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { draftOnAnotherDay, makeSubscribers } from '../newsletter.ts';
import { makePhoto } from '../pictures.ts';
import { type RemoteSite, startRemoteSite } from '../remote-site.ts';
import { type SmtpTestServer, startSmtp } from '../smtp.ts';
import { expectNoAxeViolations } from './axe.ts';
import { bodyStructure } from './body-structure.ts';
import { CALC, CALC_CLEANED, EXCEL, EXCEL_CLEANED, WORD, WORD_CLEANED } from './editor-clipboards.ts';
import {
  contentField,
  editorPath,
  insertPicture,
  moveCaretToEnd,
  openArticleApi,
  openContentStep,
  paste,
} from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

const ARTICLES = '/api/newsroom/articles';
const APPROVAL_DELAY_MS = 10 * 60_000;
const SUBSCRIBERS = ['ada@reader.example', 'ben@reader.example'];

let site: ControlledSite;
let remote: RemoteSite;
let smtp: SmtpTestServer;
let photos: Readonly<Record<'lead' | 'boat' | 'quay' | 'remote', Buffer>>;
let clockOffsetMs = 0;

beforeAll(async () => {
  const photo = (seed: number) => makePhoto({ width: 1000, height: 625, format: 'png', seed });
  photos = { lead: await photo(3), boat: await photo(11), quay: await photo(20), remote: await photo(31) };
  remote = await startRemoteSite((response, path) => {
    if (path === '/photo.png') response.writeHead(200, { 'content-type': 'image/png' }).end(photos.remote);
    else response.writeHead(404).end();
  });
  smtp = await startSmtp();
  site = await startControlledSite({
    env: { SMTP_URL: smtp.url },
    outboundAddress: '127.0.0.1',
  });
  await draftOnAnotherDay(site.app.database);
  await makeSubscribers(site.app.database, SUBSCRIBERS);
});
afterAll(async () => {
  await site.close();
  await smtp.close();
  await remote.close();
});

const webPage = () => `<meta charset='utf-8'><h2 class="headline">Elsewhere</h2>
  <p style="box-sizing: border-box; color: rgb(17, 17, 17);">CO<sub>2</sub> <b>fell</b>, says <a href="https://x.example/report?a=1&amp;b=2" target="_blank" class="ext">a report</a>.</p>
  <figure><img src="${remote.url}/photo.png" alt="A crane" class="lazy" width="800"><figcaption>By <i>somebody else</i></figcaption></figure>
  <p>Last line of the page.</p>`;

const WEB_PAGE_CLEANED =
  '<h2>Elsewhere</h2>' +
  '<p>CO<sub>2</sub> <strong>fell</strong>, says <a href="https://x.example/report?a=1&amp;b=2">a report</a>.</p>' +
  '<figure>[A crane]<figcaption>By <em>somebody else</em></figcaption></figure>' +
  '<p>Last line of the page.</p>';

const ALL_CONTENT =
  '<p>Before the pictures.</p>' +
  '<figure>[A boat]<figcaption>At sea.</figcaption></figure><p>Between the pictures.</p>' +
  '<figure>[A quay]<figcaption>On land.</figcaption></figure><p>After the pictures.</p>' +
  `${WORD_CLEANED}<p>After the word processor.</p>` +
  `${EXCEL_CLEANED}<p>After the spreadsheet.</p>` +
  `${CALC_CLEANED}<p>After the other spreadsheet.</p>` +
  `${WEB_PAGE_CLEANED}<p>After the web page.</p>` +
  '<p>Written without a network. Written while it was away. Written after it came back.</p>';

/** Stored content, with each picture replaced by its alternative text. */
const withoutPictures = (content: string) => content.replaceAll(/<img[^>]* alt="([^"]*)"[^>]*>/g, '[$1]');

async function fillDetails(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title *').fill(title);
  await page.getByLabel('Excerpt *').fill('What the harbour costs & who pays <for it>.');
  await page
    .getByLabel('Picture of the article')
    .setInputFiles({ name: 'lead.png', mimeType: 'image/png', buffer: photos.lead });
  await page.getByLabel('Alt text').fill('The harbour at "dawn"');
  await openContentStep(page);
}

/** Writes and pastes everything except the last paragraph. */
async function write(page: Page): Promise<void> {
  await contentField(page).click();
  await page.keyboard.type('Before the pictures.');
  await insertPicture(page, photos.boat, { alt: 'A boat', hasCaption: true });
  await page.keyboard.type('At sea.\nBetween the pictures.');
  await insertPicture(page, photos.quay, { alt: 'A quay', hasCaption: true });
  await page.keyboard.type('On land.\nAfter the pictures.\n');
  await paste(page, { 'text/html': WORD, 'text/plain': 'Harbour dues' }, photos.lead);
  await page.keyboard.type('\nAfter the word processor.\n');
  await paste(page, { 'text/html': EXCEL, 'text/plain': 'Growth in percent\t\t2025' }, photos.lead);
  await page.keyboard.type('\nAfter the spreadsheet.\n');
  await paste(page, { 'text/html': CALC, 'text/plain': 'Port\tDues' }, photos.lead);
  await page.keyboard.type('\nAfter the other spreadsheet.\n');
  await paste(page, { 'text/html': webPage(), 'text/plain': 'Elsewhere' });
  await page.keyboard.type('\nAfter the web page.\n');
  await expect(contentField(page).locator('img[alt="A crane"]')).toHaveAttribute('src', /^\/media\//);
  await expectNoAxeViolations(page);
  await button(page, 'Dismiss notice').click();
}

/** Loses the network while writing and saving. Afterwards everything is saved. */
async function writeWithoutNetwork(page: Page): Promise<void> {
  await moveCaretToEnd(page);
  await page.context().setOffline(true);
  await page.keyboard.type('Written without a network.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(/Not saved\. .*Retrying/)).toBeVisible();
  await page.keyboard.type(' Written while it was away.');
  await page.context().setOffline(false);
  await expect(toast(page, 'Draft created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/sports\/[\w-]{36}$/);
  await page.keyboard.type(' Written after it came back.');
  await button(page, 'Draft').click();
  await expect(toast(page, 'Draft saved successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
}

interface Shown {
  /** Of the content in the editor and in its preview. */
  readonly structures: readonly string[];
  /** The body of the preview as the server rendered it. */
  readonly body: string;
}

/** What the editor shows, in the second step and in the preview. */
async function shownInEditor(page: Page): Promise<Shown> {
  const inEditor = await bodyStructure(contentField(page));
  const response = page.waitForResponse('**/api/newsroom/previews');
  await button(page, 'Preview').click();
  const { article } = (await (await response).json()) as { article: { body: string } };
  const inPreview = await bodyStructure(page.locator('.preview .prose'));
  await button(page, 'Close').click();
  return { structures: [inEditor, inPreview], body: article.body };
}

/** Readers get the bytes of the preview, and their browser displays what the editor displayed. */
async function expectReadersSee({ structures, body }: Shown, path: string, width: 390 | 1366) {
  // Until the page is rendered again, its stored copy is served.
  const html = async () => (await fetch(site.url + path)).text();
  await expect.poll(html).toContain(`<div class="prose">${body}</div>`);
  const reader = await openPage(path, { site: site.url, width, script: false });
  const seen = await bodyStructure(reader.locator('main .prose').first());
  expect(structures).toEqual([seen, seen]);
  for (const [alt, photo] of [
    ['The harbour at "dawn"', photos.lead],
    ['A boat', photos.boat],
    ['A quay', photos.quay],
    ['A crane', photos.remote],
  ] as const) {
    const image = reader.locator(`main article img[alt=${JSON.stringify(alt)}]`);
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).not.toBe('');
    const address = await image.evaluate((element: HTMLImageElement) => element.currentSrc);
    await expectSamePicture(address, photo);
  }
}

/** The picture at this URL is this photo in another size and format. */
async function expectSamePicture(address: string, photo: Buffer): Promise<void> {
  const received = Buffer.from(await (await fetch(address)).arrayBuffer());
  const [shown, given] = await Promise.all([received, photo].map(thumbnail));
  const differences = Array.from(shown ?? [], (value, index) => Math.abs(value - (given?.[index] ?? 0)));
  expect(differences).toHaveLength(16 * 10 * 3);
  expect(Math.max(...differences)).toBeLessThan(24);
}

const thumbnail = (picture: Buffer) => sharp(picture).resize(16, 10).removeAlpha().raw().toBuffer();

describe.each(widths)('an article at %i px', (width) => {
  const title = `Harbour dues at ${width}`;
  const path = `/article/harbour-dues-at-${width}`;

  test('is written, pasted, saved without a network, published, corrected and sent, as the editor saw it', async () => {
    const page = await signedInPage(site, '/admin/article-editor/sports', {
      ownSession: true,
      width,
      expectedFailures: [new RegExp(`^${ARTICLES}(?:/|$)`), '/api/account', '/readyz'],
    });
    await fillDetails(page, title);
    await write(page);
    await writeWithoutNetwork(page);

    const api = await openArticleApi(site);
    const saved = (await api.list('sports')).find((article) => article.title === title);
    const { id, content } = await api.read(saved?.id ?? '');
    expect(withoutPictures(content)).toBe(ALL_CONTENT);

    await page.goto(editorPath({ id }));
    await openContentStep(page);
    const shown = await shownInEditor(page);
    await button(page, 'Publish').click();
    await expect(page).toHaveURL(/\/admin$/);
    await expectReadersSee(shown, path, width);

    await page.goto(editorPath({ id }));
    await page.getByLabel('Title *').fill(`${title}, corrected`);
    await openContentStep(page);
    await moveCaretToEnd(page);
    await page.keyboard.type(' Corrected.');
    const corrected = await shownInEditor(page);
    await button(page, 'Update').click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(corrected.body).not.toBe(shown.body);
    await expectReadersSee(corrected, path, width);
    await expectIssueArrives(page, `${title}, corrected`, path);
  });
});

/** Drafts, previews and approves an issue. Every subscriber gets the email that the preview showed. */
async function expectIssueArrives(page: Page, title: string, path: string): Promise<void> {
  const sentBefore = smtp.rawMails.length;
  await page.goto('/admin?tab=newsletter');
  await button(page, 'Create draft now').click();
  await expect(page.getByLabel('Subject')).toHaveValue(title);
  await page.getByLabel('Note to readers').fill('Dear readers,\n\n“one” piece & <no more>.');
  await button(page, 'Save').click();
  await expect(toast(page, 'Issue saved')).toBeVisible();
  const response = page.waitForResponse('**/preview');
  await button(page, 'Preview').click();
  const previewed = (await (await response).json()) as { html: string };
  const mail = page.frameLocator('iframe[title="Email preview"]');
  await expect(mail.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  await button(page, 'Show as plain text').click();
  const text = await page.getByRole('region', { name: 'Plain text' }).textContent();
  await page.keyboard.press('Escape');
  await button(page, 'Approve').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  clockOffsetMs += APPROVAL_DELAY_MS;
  await site.setClockOffset(clockOffsetMs);
  await site.app.jobs.runDue();

  const received = (await smtp.received()).slice(sentBefore);
  expect(received.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(SUBSCRIBERS);
  for (const { mail: email } of received) {
    expect(email.subject).toBe(title);
    expect(withoutOwnLinks(email.html ?? '')).toBe(withoutOwnLinks(previewed.html));
    expect(withoutOwnLinks(email.text ?? '')).toBe(withoutOwnLinks(text ?? ''));
  }
  await expectMailMatchesArticle(page, received[0]?.mail, title, path);
}

/**
 * Without the tokens of the recipient, the URL of "View in browser" (a draft has no page in the archive yet), and the line
 * break at the end of a MIME part.
 */
const withoutOwnLinks = (mail: string) =>
  mail
    .replaceAll(/\/newsletter\/(?:preview\?token=[\w-]+|issues\/\d+)/g, '/newsletter/browser')
    .replaceAll(/\?token=[\w-]+/g, '?token=')
    .trimEnd();

/** The email, the page it links to as "View in browser", and the article have the same title, excerpt and picture. */
async function expectMailMatchesArticle(page: Page, email: Email | undefined, title: string, path: string) {
  await page.goto(path);
  const excerpt = await page.locator('main article h1 + p').textContent();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(email?.text).toContain(`\n${title}\n${excerpt}\nBy Meridian Editorial Team\n${site.url}${path}\n`);
  expect(email?.html).toContain(`href="${site.url}${path}"`);
  await expectSamePicture(/<img src="([^"]+)"/.exec(email?.html ?? '')?.[1] ?? '', photos.lead);
  await page.goto(/View in browser: (\S+)/.exec(email?.text ?? '')?.[1] ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('main')).toContainText('“one” piece & <no more>.');
  const card = page.getByRole('main').locator('article').filter({ hasText: title });
  await expect(card).toContainText(excerpt ?? '');
}
