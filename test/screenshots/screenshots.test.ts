import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '../accounts.ts';
import { openBrowser } from '../chromium.ts';
import { nextFrame } from '../e2e/emulated-media.ts';
import { horizontalOverflow, waitForTransitions } from '../e2e/geometry.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeSubscribers, submitForm } from '../newsletter.ts';
import { changeSettings } from '../settings.ts';
import { type SmtpTestServer, startSmtp } from '../smtp.ts';
import { type Content, insertContent } from './content.ts';
import { contextOptions, type Mode, MODES } from './modes.ts';
import { insertNewsroomContent, type NewsroomPaths } from './newsroom-content.ts';
import { LOGIN_SCREENS, newsroomScreens } from './newsroom-screens.ts';
import { readerScreens } from './reader-screens.ts';
import type { Screen } from './screen.ts';

/** A comma-separated list in a variable of the environment; everything without it. */
function selection<Value>(variable: string, all: readonly Value[]): readonly Value[] {
  const chosen = process.env[variable]?.split(',');
  return chosen === undefined ? all : all.filter((value) => chosen.includes(String(value)));
}

const FOLDER = resolve(process.env['SCREENSHOTS'] ?? 'screenshots');
const READER_EMAIL = 'rosa@reader.example';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const CHOSEN_MODES = selection('MODES', Object.keys(MODES));
const PUBLICATIONS = (['en', 'ar'] as const)
  .map((language) => ({
    language,
    modes: CHOSEN_MODES.filter((name) => (MODES[name]?.isRightToLeft ?? false) === (language === 'ar')),
  }))
  .filter(({ modes }) => modes.length > 0);

describe.each(PUBLICATIONS)('a publication in the language $language', ({ language, modes }) => {
  let site: ControlledSite;
  let smtp: SmtpTestServer;
  let content: Content;
  let newsroom: NewsroomPaths;
  let dataLink: string;

  beforeAll(async () => {
    smtp = await startSmtp();
    site = await startControlledSite({ samples: language === 'en', env: { SMTP_URL: smtp.url } });
    const authorization = `Bearer ${String((await site.signIn(site.editor))['access_token'])}`;
    if (language === 'ar') await changeSettings(site.app, { authorization }, { publication_locale: 'ar' });
    await changeSettings(site.app, { authorization }, { home_latest: 'automatic' });
    content = await insertContent(site.app, authorization);
    newsroom = await insertNewsroomContent(site.app, content);
    await makeSubscribers(site.app.database, [READER_EMAIL]);
    await submitForm(site.app, '/your-data', { email: READER_EMAIL });
    await site.app.jobs.runDue();
    const received = await smtp.received();
    const mails = received.filter(({ envelope }) => envelope.to.includes(READER_EMAIL));
    const links = mails.map(({ mail }) => /\/your-data\/held\S+/.exec(mail.text ?? '')?.[0]);
    const sent = links.find((link) => link !== undefined);
    if (sent === undefined) throw new Error('No email has a link to the data of the reader.');
    dataLink = sent;
  });
  afterAll(async () => {
    await site.close();
    await smtp.close();
  });

  describe.each(modes)('%s', (modeName) => {
    const mode = MODES[modeName] ?? { widths: [] };
    const widths = selection('WIDTHS', mode.widths);
    const folderFor = (width: number, part: string) => join(FOLDER, `${modeName}-${width}`, part);

    test.each(widths)('readers, %i pixels', async (width) => {
      const page = await openPage(contextOptions(mode, width));
      const place = { mode, folder: folderFor(width, 'reader') };
      expect(await takeAll(page, readerScreens(content.paths, dataLink), place)).toEqual([]);
      await page.context().close();
    });

    test.skipIf(mode.readersOnly === true).each(widths)('the newsroom, %i pixels', async (width) => {
      const page = await openPage(contextOptions(mode, width));
      const place = { mode, folder: folderFor(width, 'newsroom') };
      const problems = await takeAll(page, LOGIN_SCREENS, place);
      const account = await makeAccount(site.app, { role: 'admin' });
      const session = { ...(await site.signIn(account)), received_at: Date.now() };
      await page.evaluate((text) => localStorage.setItem('newsroom.session', text), JSON.stringify(session));
      expect([...problems, ...(await takeAll(page, newsroomScreens(newsroom), place))]).toEqual([]);
      await page.context().close();
    });

    async function openPage(options: BrowserContextOptions): Promise<Page> {
      const context = await browser.newContext({ ...options, baseURL: site.url });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto('/login');
      return page;
    }
  });
});

/**
 * Takes the selected screens. Returns what a program sees: screens that could not be brought into their state, and pages that are
 * wider than the viewport.
 */
async function takeAll(
  page: Page,
  screens: readonly Screen[],
  { mode, folder }: { readonly mode: Mode; readonly folder: string },
): Promise<readonly string[]> {
  const problems: string[] = [];
  mkdirSync(folder, { recursive: true });
  const names = selection(
    'SCREENS',
    screens.map(({ name }) => name),
  );
  for (const screen of screens.filter(({ name }) => names.includes(name)))
    try {
      await open(page, screen);
      await mode.prepare?.(page);
      const overflow = await take(page, screen, { mode, path: join(folder, screen.name) });
      if (overflow > 0) problems.push(`${screen.name} is ${overflow} pixels too wide`);
    } catch (error) {
      problems.push(`${screen.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  return problems;
}

async function open(page: Page, { path, prepare }: Screen): Promise<void> {
  await forgetInput(page);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await loadPictures(page);
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  // Transitions of an inherited color reach elements one after the other, so that some start when others have ended.
  await nextFrame(page);
  await waitForTransitions(page);
}

/** Returns by how many pixels the page is wider than the viewport. */
async function take(
  page: Page,
  { viewportOnly = false }: Screen,
  { mode, path }: { readonly mode: Mode; readonly path: string },
): Promise<number> {
  if (mode === MODES['print']) {
    await page.pdf({ path: `${path}.pdf`, format: 'A4' });
    return 0;
  }
  const overflow = await horizontalOverflow(page);
  await page.screenshot({ path: `${path}.png`, fullPage: !viewportOnly });
  if (mode.zoom === undefined || viewportOnly) return overflow;
  // Bars that stay in place must not cover most of a small viewport.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.screenshot({ path: `${path}-middle.png` });
  return overflow;
}

/** Removes what earlier screens have left in the browser, except the session. */
async function forgetInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (key !== 'newsroom.session') localStorage.removeItem(key);
  });
}

/** Scrolls through the page, because pictures below the fold load lazily. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
  });
}
