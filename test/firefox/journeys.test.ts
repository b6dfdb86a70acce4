import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeArticle } from '../factories.ts';
import { type NewsroomServer, PASSWORD, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { findFirefox, openFirefox, openPage } from './firefox.ts';

const firefox = findFirefox();
if (firefox === null)
  process.stderr.write(
    'Skipping the tests in Firefox, because it is not installed (set FIREFOX to its path).\n',
  );

const PHONE = 390;
const LAPTOP = 1366;

/** Finds elements by role and accessible name, like a screen reader. */
const named = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
const press = (page: Page, name: string, role = 'button') => named(page, role, name).click();
const fill = (page: Page, name: string, text: string) => named(page, 'textbox', name).fill(text);
const waitForText = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait();
/** Fills by selector, because two forms of a page may use the same label. */
const type = (page: Page, selector: string, text: string) => page.locator(selector).fill(text);
const heading = (page: Page) => page.$eval('h1', (element) => element.textContent);

describe.skipIf(firefox === null)('in Firefox', () => {
  let browser: Browser;
  let site: NewsroomServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'meridian-firefox-'));
    site = await startNewsroom(async (database) => {
      await makeArticle(database, { slug: 'regatta', title: 'The regatta', categorySlug: 'sports' });
    });
    browser = await openFirefox(firefox ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the menu of large screens links to a section, and the section to an article', async () => {
    const page = await openPage(browser, `${site.url}/about`, LAPTOP);
    await press(page, 'Content');
    await Promise.all([page.waitForNavigation(), press(page, 'Sports', 'link')]);
    expect([new URL(page.url()).pathname, await heading(page)]).toEqual(['/sports', 'Sports']);
    await Promise.all([page.waitForNavigation(), press(page, 'The regatta', 'link')]);
    expect(await heading(page)).toBe('The regatta');
  });

  test('a comment is posted on a phone', async () => {
    const page = await openPage(browser, `${site.url}/article/regatta`, PHONE);
    await type(page, '#comments input[type=email]', 'rosa@reader.example');
    await type(page, '#comments textarea', 'I was on the bank.');
    await press(page, 'Post Comment');
    await waitForText(page, 'Comment posted!');
    await waitForText(page, 'I was on the bank');
    await waitForText(page, 'Some comments are reviewed before they appear.');
    expect(await page.$eval('#comments textarea', ({ value }) => value)).toBe('');
  });

  test('an editor logs in, writes an article with two pictures and publishes it', async () => {
    const page = await openPage(browser, `${site.url}/login`, LAPTOP);
    await fill(page, 'Email', site.editor.email);
    await page.locator('input[type=password]').fill(PASSWORD);
    await press(page, 'Login');
    await waitForText(page, 'Logout');
    await page.goto(`${site.url}/admin/article-editor/sports`);
    await page.locator('input[name=title]').fill('Two boats');
    await page.locator('textarea[name=excerpt]').fill('What there is to say about them.');
    await press(page, 'Next: Write Content');
    await page.locator('[contenteditable=true]').click();
    await page.keyboard.type('Before.');
    for (const [number, alt] of ['A red boat', 'A blue boat'].entries()) {
      await insertPicture(page, number, alt);
      await page.keyboard.type(`After ${alt}.`);
    }
    await press(page, 'Publish');
    await page.waitForFunction(() => location.pathname === '/admin');
    await page.goto(`${site.url}/article/two-boats`);
    const shown = await page.$$eval('.prose :is(p, img)', (elements) =>
      elements.map((element) => element.getAttribute('alt') ?? element.textContent),
    );
    expect(shown).toEqual([
      'Before.',
      'A red boat',
      'After A red boat.',
      'A blue boat',
      'After A blue boat.',
    ]);
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll<HTMLImageElement>('.prose img')).some(
        (image) => image.complete && image.naturalWidth > 0,
      ),
    );
  });

  /** Inserts a picture at the caret, which is after the picture afterwards. */
  async function insertPicture(page: Page, number: number, alt: string): Promise<void> {
    const file = join(folder, `boat-${number}.png`);
    writeFileSync(file, await makePhoto({ format: 'png', seed: 40 + number }));
    const input = (await page.waitForSelector(
      '.editor-shell input[type=file]',
    )) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(file);
    await fill(page, 'Alt text', alt);
    await press(page, 'Apply');
    await page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
  }
});
