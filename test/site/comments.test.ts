import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { type ArticleRow, type CommentRow, makeArticle, makeComment, makeDraft } from '../factories.ts';

const POSTED = new Date(Date.UTC(2025, 0, 1, 12));
const userEmail = 'secret@reader.example';

describe.each(DATABASE_KINDS)('the comments of an article, on the %s database', (databaseKind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { TIME_ZONE: 'Africa/Nairobi' } });
  });
  afterAll(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();
  const pseudonymsIn = (page: string) => page.match(/Reader [0-9A-Z]{4}/g) ?? [];

  test('are shown newest first and escaped, without pending and deleted ones, and without addresses', async () => {
    const article = await makeArticle(app.database, { slug: 'short' });
    for (const [minute, comment] of [
      { userEmail, commentText: 'The first\nwith <b>signs</b>' },
      { userEmail, commentText: 'The second' },
      { commentText: 'Held back', status: 'held' as const },
      { commentText: 'Taken out', status: 'deleted' as const },
    ].entries())
      await makeComment(app.database, article, {
        ...comment,
        createdAt: new Date(POSTED.getTime() + minute),
      });
    const html = await text('/article/short');
    expect(html).toMatch(/2 comments.*The second.*The first\nwith &lt;b&gt;signs&lt;\/b&gt;/s);
    expect(html).not.toMatch(/Held back|Taken out|secret|reader\.example/);
    const names = pseudonymsIn(html);
    expect([names.length, new Set(names).size]).toEqual([2, 1]);
  });

  test('have one pseudonym per reader, and another one on another article, on the page and in the API', async () => {
    const names = new Set<string>();
    for (const slug of ['followed-1', 'followed-2', 'followed-3']) {
      const article = await makeArticle(app.database, { slug });
      for (let number = 0; number < 2; number++) await makeComment(app.database, article, { userEmail });
      const listed = await text(`/api/articles/${slug}/comments`);
      const [name = '', ...others] = pseudonymsIn((await text(`/article/${slug}`)) + listed);
      expect(others).toEqual([name, name, name]);
      names.add(name);
    }
    expect(names.size).toBe(3);
  });

  describe('have a permalink that', () => {
    let article: ArticleRow;
    const shown: CommentRow[] = [];
    beforeAll(async () => {
      article = await makeArticle(app.database, { slug: 'discussed' });
      // Groups of three share a timestamp, so that the id decides their order.
      const at = (number: number) => new Date(POSTED.getTime() + Math.floor(number / 3) * 60_000);
      for (let number = 0; number < 101; number++)
        shown.push(await makeComment(app.database, article, { createdAt: at(number) }));
    });

    const leadsTo = async (id: string, slug = 'discussed') => {
      const response = await app.fetch(`/article/${slug}/comments/${id}`);
      return [response.status, response.headers.get('location')] as const;
    };
    const idsOn = async (path: string) =>
      Array.from((await text(path)).matchAll(/id="comment-([^"]+)"/g), ([, id]) => id);

    test('redirects to the page of comments that contains it, for every comment', async () => {
      const pages = ['/article/discussed', '/article/discussed?comments=2', '/article/discussed?comments=3'];
      const found = (await Promise.all(pages.map(idsOn))).map((ids, page) =>
        ids.map((id) => [id, `${pages[page]}#comment-${id}`] as const),
      );
      expect(found.map(({ length }) => length)).toEqual([50, 50, 1]);
      for (const [id = '', address] of found.flat()) expect(await leadsTo(id)).toEqual([302, address]);
    });

    test('answers 404 for a comment that readers may not see', async () => {
      const hidden = [
        await makeComment(app.database, article, { status: 'held' }),
        await makeComment(app.database, article, { status: 'deleted' }),
        await makeComment(app.database, await makeArticle(app.database)),
      ].map(({ id }) => id);
      const unknown = ['0', 'constructor', "x'--", '00000000-0000-4000-8000-000000000000'];
      for (const id of [...hidden, ...unknown]) expect([id, ...(await leadsTo(id))]).toEqual([id, 404, null]);
      const draft = await makeDraft(app.database, { slug: 'hidden' });
      expect(await leadsTo((await makeComment(app.database, draft)).id, 'hidden')).toEqual([404, null]);
    });
  });
});
