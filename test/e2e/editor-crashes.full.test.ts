import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { endurance } from '../full.ts';
import { crashPage } from './crash-page.ts';
import { editorPath, moveCaretToEnd, openContentStep, contentField } from './editor-page.ts';
import { button } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

/** Set `EDITOR_KILLS=50` for the long run. */
const ROUNDS = endurance('EDITOR_KILLS', { usual: 6, full: 20 });
const WORDS = 6;
/** The server is killed too in every fifth round, because it takes longer to restart than a tab. */
const SERVER_ROUNDS = 5;

const site = useEditorSite(undefined, { databaseKind: 'embedded' });

/** What is stored, as words: in this browser, and on the server as an autosave or saved. */
interface Persisted {
  readonly browser: readonly string[];
  readonly server: readonly string[];
}

/** The words of the newest unsaved content in local storage; empty when there is none. */
function storedWords(page: Page, articleId: string): Promise<string[]> {
  return page.evaluate((id) => {
    const entries = Object.entries(localStorage)
      .filter(([key]) => key.startsWith('newsroom.journal.'))
      .map(
        ([, text]) =>
          JSON.parse(text) as { articleId: string; writtenAt: number; draft: { content: string } },
      )
      .filter((entry) => entry.articleId === id)
      .toSorted((one, two) => two.writtenAt - one.writtenAt);
    return entries[0]?.draft.content.match(/word\d+/g) ?? [];
  }, articleId);
}

const wordsIn = (text: string | null): readonly string[] => text?.match(/word\d+/g) ?? [];

const savedWords = async (articleId: string) => wordsIn((await site.articles.read(articleId)).content);

/** Collects the words of every autosave that the server has confirmed to the page. */
function confirmedWords(page: Page): readonly string[] {
  const words: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (response.ok() && request.method() === 'PUT' && response.url().endsWith('/autosave'))
      words.splice(0, words.length, ...wordsIn(request.postData()));
  });
  return words;
}

/** Opens the editor until it shows all of these words. The newest text of a closed editor may have to be restored. */
async function openEditor(page: Page, articleId: string, expected: readonly string[]): Promise<void> {
  await page.goto(editorPath({ id: articleId }));
  await openContentStep(page);
  await expect(async () => {
    const shown = wordsIn(await contentField(page).textContent());
    const isComplete = expected.every((word) => shown.includes(word));
    if (!isComplete) await page.getByRole('button', { name: 'Restore' }).first().click({ timeout: 2_000 });
    expect(shown).toEqual(expect.arrayContaining([...expected]));
  }).toPass({ timeout: 20_000 });
}

/** Returns an empty page of the same browser. */
async function killTab(page: Page): Promise<Page> {
  const context = page.context();
  await crashPage(page);
  await page.close();
  return context.newPage();
}

/** Types words. At random moments it is stored, because the tab is hidden, and in some rounds saved. */
async function write(page: Page, from: number): Promise<void> {
  const saveAt = Math.floor(Math.random() * 3 * WORDS);
  for (let typed = 0; typed < WORDS; typed += 1) {
    await page.keyboard.type(` word${from + typed}`);
    if (Math.random() < 0.4) await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    if (typed === saveAt) await button(page, 'Draft').click();
    if (Math.random() < 0.5) await page.waitForTimeout(Math.random() * 250);
  }
}

test(
  `no stored or saved content is lost in ${ROUNDS} rounds that each end with a crash`,
  { timeout: 240_000 + ROUNDS * 30_000 },
  async () => {
    const article = await site.articles.create({ content: '<p>word0</p>' });
    const open = () => site.openArticle(article, { expectedFailures: [/^\//] });
    let page = await open();
    let persisted: Persisted = { browser: [], server: ['word0'] };
    let confirmations = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      // Every second round opens the article in another browser, which has nothing but what is on the server.
      if (round % 2 === 0) {
        await page.context().close();
        page = await open();
        persisted = { browser: [], server: persisted.server };
      }
      const confirmed = confirmedWords(page);
      await openEditor(page, article.id, [...persisted.server, ...persisted.browser]);
      await moveCaretToEnd(page);
      const restart =
        round % SERVER_ROUNDS === 0
          ? sleep(Math.random() * 1_000).then(() => site.server.crash())
          : undefined;
      await write(page, round * WORDS);
      const browser = await storedWords(page, article.id);
      const autosaved = [...confirmed];
      [page] = await Promise.all([killTab(page), restart]);
      if (autosaved.length > 0) confirmations += 1;
      persisted = {
        browser,
        server: [...autosaved, ...(await savedWords(article.id))].concat(
          autosaved.length === 0 ? persisted.server : [],
        ),
      };
    }
    await openEditor(page, article.id, [...persisted.server, ...persisted.browser]);
    expect(confirmations).toBeGreaterThan(0);
  },
);
