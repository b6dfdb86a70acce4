import { describe, expect, test } from 'vitest';
import { articlePresence } from '#domain/articles/presence/tables.server.ts';
import { DATABASE_KINDS } from '../app.ts';
import type { NewsroomApi } from '../newsroom-api.ts';
import { prepareAutosaveSite } from './autosave-site.ts';

describe.each(DATABASE_KINDS)('presence in the editor, on the %s database', (databaseKind) => {
  const context = prepareAutosaveSite(databaseKind);
  const { as } = context;

  describe('who has an article open', () => {
    const enter = (article: { readonly id: string }, by: NewsroomApi) =>
      by.request<{ others: { name: string; since: string }[] }>('PUT', `/articles/${article.id}/presence`);

    test('is seen by the others, with the time, until they leave or are not heard of for 90 seconds', async () => {
      const article = await as('author').create();
      const since = context.now.toISOString();
      expect((await enter(article, as('author'))).body.others).toEqual([]);
      context.now = new Date(context.now.getTime() + 20_000);
      expect((await enter(article, as('editor'))).body.others).toEqual([{ name: 'The author', since }]);
      const later = context.now.toISOString();
      context.now = new Date(context.now.getTime() + 80_000);
      // The author was last seen 100 seconds ago.
      expect((await enter(article, as('editor'))).body.others).toEqual([]);
      expect((await enter(article, as('author'))).body.others).toEqual([
        { name: 'The editor', since: later },
      ]);
      expect((await as('editor').request('DELETE', `/articles/${article.id}/presence`)).status).toBe(204);
      expect((await enter(article, as('author'))).body.others).toEqual([]);
      await enter(await context.newsroom.create({ slug: 'b' }), context.newsroom);
      context.now = new Date(context.now.getTime() + 91_000);
      await enter(article, as('author'));
      expect(await context.app.database.db.$count(articlePresence)).toBe(1);
    });

    test('is told only to those who may read the article', async () => {
      const article = await as('author').create();
      expect((await enter(article, as('contributor'))).status).toBe(403);
      expect(await context.app.database.db.$count(articlePresence)).toBe(0);
      await context.newsroom.request('DELETE', `/articles/${article.id}`);
      expect((await enter(article, context.newsroom)).status).toBe(404);
    });
  });
});
