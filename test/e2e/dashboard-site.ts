import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { makeArticle, makeComment, makeDraft } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import type { Visitor } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

/** The number of comments on the article that is much discussed. */
export const COMMENTS = 27;

/** Starts a newsroom with many articles before the tests of a file, and stops it after them. */
export function useDashboard() {
  let site: NewsroomServer;
  beforeAll(async () => {
    site = await startNewsroom(async (database) => {
      // 45 articles in one category: two full pages and five articles
      for (let number = 1; number <= 40; number++)
        await makeArticle(database, {
          title: `Politics ${String(number).padStart(2, '0')}`,
          featured: number === 2,
        });
      for (let number = 1; number <= 5; number++)
        await makeDraft(database, { title: `Unfinished ${number}` });
      const discussed = await makeArticle(database, {
        title: 'Much discussed',
        slug: 'much-discussed',
        categorySlug: 'african-affairs',
      });
      for (let number = 1; number <= COMMENTS; number++)
        await makeComment(database, discussed, {
          userEmail: `voice-${number}@example.com`,
          commentText: `Remark ${number}\nin two lines`,
          createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
          status: number === COMMENTS ? 'held' : 'published',
        });
      await makeArticle(database, { title: 'No comments', categorySlug: 'african-affairs' });
      await makeArticle(database, { title: 'To be kept', categorySlug: 'sports' });
    });
  });
  afterAll(() => site.stop());
  return {
    /** Its address, while tests run. */
    url: () => site.url,
    /** Opens the dashboard as its editor. */
    open: (query = '', visitor: Visitor = {}) => signedInPage(site, `/admin${query}`, visitor),
  };
}

export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });
export const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
