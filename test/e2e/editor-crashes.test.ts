import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { endurance } from '../full.ts';
import { button, editorPath, moveCaretToEnd, openContentStep, contentField } from './editor-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

/** Set `EDITOR_KILLS=50` for the long run. */
const ROUNDS = endurance('EDITOR_KILLS', { usual: 4, full: 12 });
const WORDS = 6;
/** The server is killed too in every fourth round, because it takes longer to restart than a tab. */
const SERVER_ROUNDS = 4;

const site = useEditorSite();

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

async function openEditor(page: Page, articleId: string): Promise<void> {
  await page.goto(editorPath({ id: articleId }));
  await expect(page.getByLabel('Title *')).toBeVisible();
  const stored = await storedWords(page, articleId);
  // Unsaved content that is equal to the saved content is not offered.
  if (stored.length > 0 && stored.join() !== (await savedWords(articleId)).join()) {
    const notice = page.getByRole('region', { name: 'Unsaved changes' });
    await notice.getByRole('button', { name: 'Restore' }).first().click();
  }
  await openContentStep(page);
}

const wordsIn = (text: string | null) => text?.match(/word\d+/g) ?? [];

const savedWords = async (articleId: string) => wordsIn((await site.articles.read(articleId)).content);

/** Kills the renderer process, so that the page fires no unload events, as when the system runs out of memory. */
async function killTab(page: Page): Promise<Page> {
  const context = page.context();
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  // The promise never settles, because the renderer has crashed.
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  return context.newPage();
}

/** Types words, and clicks Draft at a random moment in about every second round. */
async function write(page: Page, from: number): Promise<void> {
  const saveAt = Math.floor(Math.random() * 2 * WORDS);
  for (let typed = 0; typed < WORDS; typed += 1) {
    await page.keyboard.type(` word${from + typed}`);
    if (typed === saveAt) await button(page, 'Draft').click();
    if (Math.random() < 0.5) await page.waitForTimeout(Math.random() * 250);
  }
}

test(
  `no stored or saved content is lost in ${ROUNDS} rounds that each end with a crash`,
  { timeout: 600_000 },
  async () => {
    const article = await site.articles.create({ content: '<p>word0</p>' });
    let page = await site.openArticle(article);
    let persisted = ['word0'];
    for (let round = 1; round <= ROUNDS; round += 1) {
      await openEditor(page, article.id);
      const shown = wordsIn(await contentField(page).textContent());
      expect(shown, `after the crash of round ${round - 1}`).toEqual(expect.arrayContaining(persisted));
      await moveCaretToEnd(page);
      await write(page, round * WORDS);
      persisted = [...(await storedWords(page, article.id)), ...(await savedWords(article.id))];
      const killsServer = round % SERVER_ROUNDS === 0;
      [page] = await Promise.all([killTab(page), killsServer ? site.server.crash() : undefined]);
    }
  },
);
