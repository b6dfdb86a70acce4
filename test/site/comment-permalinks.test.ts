import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { type ArticleRow, type CommentRow, makeArticle, makeComment, makeDraft } from '../factories.ts';

describe.each(DATABASE_KINDS)('the permalink of a comment, on the %s database', (databaseKind) => {
  let app: TestApp;
  let article: ArticleRow;
  const shown: CommentRow[] = [];
  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { TIME_ZONE: 'Africa/Nairobi' } });
    article = await makeArticle(app.database, { slug: 'discussed' });
    // Groups of three share a timestamp, so that the id decides their order.
    const at = (number: number) => new Date(Date.UTC(2025, 0, 1, 12, Math.floor(number / 3)));
    for (let number = 0; number < 101; number++)
      shown.push(await makeComment(app.database, article, { createdAt: at(number) }));
  });
  afterAll(() => app.close());

  const leadsTo = async (id: string, slug = 'discussed') => {
    const response = await app.fetch(`/article/${slug}/comments/${id}`);
    return [response.status, response.headers.get('location')] as const;
  };
  const idsOn = async (path: string) =>
    Array.from((await (await app.fetch(path)).text()).matchAll(/id="comment-([^"]+)"/g), ([, id]) => id);

  test('redirects to the page of comments that contains it, for every comment', async () => {
    const pages = ['/article/discussed', '/article/discussed?comments=2', '/article/discussed?comments=3'];
    const found = (await Promise.all(pages.map(idsOn))).map((ids, page) =>
      ids.map((id) => [id, `${pages[page]}#comment-${id}`] as const),
    );
    expect(found.map(({ length }) => length)).toEqual([50, 50, 1]);
    for (const [id = '', address] of found.flat()) expect(await leadsTo(id)).toEqual([302, address]);
  });

  test('is the link of the comment time, which is in the time zone of the site', async () => {
    const html = await (await app.fetch('/article/discussed?comments=3')).text();
    expect(html).toContain(
      `<a class="comment-time" href="/article/discussed/comments/${shown[0]?.id}" rel="nofollow">` +
        '<time dateTime="2025-01-01T12:00:00.000Z">January 1, 2025 at 3:00 PM GMT+3</time></a>',
    );
  });

  test('changes its target when newer comments move the comment to the next page', async () => {
    const last = (await idsOn('/article/discussed'))[49] ?? '';
    expect(await leadsTo(last)).toEqual([302, `/article/discussed#comment-${last}`]);
    await makeComment(app.database, article);
    // Immediately: the redirect is not cached.
    expect(await leadsTo(last)).toEqual([302, `/article/discussed?comments=2#comment-${last}`]);
  });

  test('is revalidated on every request', async () => {
    const { headers } = await app.fetch(`/article/discussed/comments/${shown[0]?.id}`);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-cache', null]);
  });

  test('answers 404 for a comment that readers may not see', async () => {
    const other = await makeArticle(app.database, { slug: 'other' });
    const draft = await makeDraft(app.database, { slug: 'hidden' });
    const hidden = [
      await makeComment(app.database, article, { status: 'held' }),
      await makeComment(app.database, article, { status: 'deleted' }),
      await makeComment(app.database, other),
    ];
    for (const { id } of hidden) expect(await leadsTo(id)).toEqual([404, null]);
    const onDraft = await makeComment(app.database, draft);
    expect(await leadsTo(onDraft.id, 'hidden')).toEqual([404, null]);
    for (const id of ['0', 'constructor', "x'--", '00000000-0000-4000-8000-000000000000'])
      expect(await leadsTo(id)).toEqual([404, null]);
  });
});
