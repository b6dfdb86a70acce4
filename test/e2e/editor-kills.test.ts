import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type NewsroomSite, startNewsroom } from '../newsroom.ts';
import {
  button,
  editorPath,
  goToEnd,
  openText,
  type OtherEditor,
  otherEditor,
  textOf,
} from './editor-desk.ts';
import { signedInPage } from './signed-in-page.ts';

/** `EDITOR_KILLS=50` for the long run. */
const ROUNDS = Number(process.env['EDITOR_KILLS'] ?? 12);
const WORDS = 6;
/** Every so many rounds the server dies as well; it takes longer to come back than a tab. */
const SERVER_ROUNDS = 4;

let site: NewsroomSite;
let other: OtherEditor;
beforeAll(async () => {
  site = await startNewsroom();
  other = await otherEditor(site);
});
afterAll(() => site.stop());

/** The words of the text that the journal of this browser holds at this moment; none while it holds nothing. */
function keptWords(page: Page, articleId: string): Promise<string[]> {
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

async function openEditor(page: Page, articleId: string): Promise<void> {
  await page.goto(editorPath({ id: articleId }));
  await expect(page.getByLabel('Title *')).toBeVisible();
  const kept = await keptWords(page, articleId);
  // what the server has as well is not offered
  if (kept.length > 0 && kept.join() !== (await savedWords(articleId)).join()) {
    const found = page.getByRole('region', { name: 'Unsaved changes' });
    await found.getByRole('button', { name: 'Restore' }).first().click();
  }
  await openText(page);
}

const wordsIn = (text: string | null) => text?.match(/word\d+/g) ?? [];

const savedWords = async (articleId: string) => wordsIn((await other.read(articleId)).content);

/** Kills the renderer: no event of a page that ends is fired, as when the machine takes its memory away. */
async function killTab(page: Page): Promise<Page> {
  const context = page.context();
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  // never answered: who would answer has died
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  return context.newPage();
}

/** Types on, and asks for a save at some moment of about every second round. */
async function write(page: Page, from: number): Promise<void> {
  const saveAt = Math.floor(Math.random() * 2 * WORDS);
  for (let typed = 0; typed < WORDS; typed += 1) {
    await page.keyboard.type(` word${from + typed}`);
    if (typed === saveAt) await button(page, 'Draft').click();
    if (Math.random() < 0.5) await page.waitForTimeout(Math.random() * 250);
  }
}

test(
  `nothing confirmed is lost in ${ROUNDS} rounds that each end in a death`,
  { timeout: 600_000 },
  async () => {
    const article = await other.create({ content: '<p>word0</p>' });
    let page = await signedInPage(site, editorPath(article));
    let confirmed = ['word0'];
    for (let round = 1; round <= ROUNDS; round += 1) {
      await openEditor(page, article.id);
      const shown = wordsIn(await textOf(page).textContent());
      expect(shown, `after the death of round ${round - 1}`).toEqual(expect.arrayContaining(confirmed));
      await goToEnd(page);
      await write(page, round * WORDS);
      confirmed = [...(await keptWords(page, article.id)), ...(await savedWords(article.id))];
      const serverToo = round % SERVER_ROUNDS === 0;
      [page] = await Promise.all([killTab(page), serverToo ? site.crash() : undefined]);
    }
  },
);
