import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { applyTextSpacing, horizontalOverflow, LAYOUT_WIDTHS, resizeTo } from './geometry.ts';
import { openPage } from './page.ts';

const WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';

let site: NewsroomServer;
beforeAll(async () => {
  const seed = async (database: Parameters<typeof makeArticle>[0]) => {
    const article = await makeArticle(database, {
      slug: 'long',
      categorySlug: 'technology',
      title: WORD,
      excerpt: WORD,
      authorName: WORD,
      tags: [WORD, 'short'],
      content: `<h1>${WORD}</h1><p>${WORD}</p><ul><li><p>${WORD}</p></li></ul><blockquote><p>${WORD}</p></blockquote>`,
    });
    await makeComment(database, article, { commentText: WORD });
  };
  site = await startNewsroom(seed, { env: { SITE_EMAIL: `${WORD.slice(0, 60)}@publication.example` } });
});
afterAll(() => site.stop());

/** The lines of details below titles that begin outside of their list, which clips them. */
const cutLines = (page: Page) =>
  page.locator('.meta').evaluateAll((lists) =>
    lists.flatMap((list) => {
      const range = document.createRange();
      const start = list.getBoundingClientRect().left;
      const texts = [...list.querySelectorAll('*'), list].flatMap(({ childNodes }) => [...childNodes]);
      return texts.flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return [];
        range.selectNodeContents(node);
        return [...range.getClientRects()].flatMap(({ left }) => (left < start - 0.5 ? [start - left] : []));
      });
    }),
  );

test.each(['/article/long', '/technology', '/articles', '/contact'])(
  'long words do not widen %s at any width nor are cut off, also with the text spacing of WCAG 1.4.12',
  async (path) => {
    const page = await openPage(path, { site: site.url });
    const overflows: Record<string, number> = {};
    for (const spacing of ['usual', 'wide']) {
      if (spacing === 'wide') await applyTextSpacing(page);
      for (const width of LAYOUT_WIDTHS) {
        await resizeTo(page, width);
        const overflow = await horizontalOverflow(page);
        if (overflow > 0) overflows[`${width}, ${spacing} spacing`] = overflow;
        expect(await cutLines(page)).toEqual([]);
      }
    }
    expect(overflows).toEqual({});
  },
);
