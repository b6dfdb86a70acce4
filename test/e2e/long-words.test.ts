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

test.each(['/article/long', '/technology', '/articles', '/contact'])(
  'long words do not widen %s at any width, also with the text spacing of WCAG 1.4.12',
  async (path) => {
    const page = await openPage(path, { site: site.url });
    const overflows: Record<string, number> = {};
    for (const spacing of ['usual', 'wide']) {
      if (spacing === 'wide') await applyTextSpacing(page);
      for (const width of LAYOUT_WIDTHS) {
        await resizeTo(page, width);
        const overflow = await horizontalOverflow(page);
        if (overflow > 0) overflows[`${width}, ${spacing} spacing`] = overflow;
      }
    }
    expect(overflows).toEqual({});
  },
);
