import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { kindsFor, type TestApp, testApp } from '../app.ts';
import { type ApiArticle, MANUSCRIPT, type NewsroomDesk, newsroomDesk } from '../desk.ts';
import { makeComment } from '../factories.ts';

const KINDS = kindsFor(import.meta.filename);

describe.each(KINDS)('around an article of the newsroom, on the %s database', (on) => {
  let app: TestApp;
  let desk: NewsroomDesk;
  beforeAll(async () => {
    app = await testApp({ on });
    desk = await newsroomDesk(app);
  });
  afterAll(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();

  test('every save is kept, and any can be brought back as a new one', async () => {
    const first = await desk.create({ slug: 'kept', title: 'One', is_draft: false });
    const second = (await desk.save(first, { title: 'Two', content: '<p>Other words.</p>', slug: 'kept-on' }))
      .body;
    const third = (await desk.save(second, { title: 'Three', is_draft: true })).body;
    const list = `/articles/${first.id}/revisions`;
    expect((await desk.ask('GET', list)).body).toMatchObject({
      page: 1,
      page_count: 1,
      revisions: [
        { revision: 3, title: 'Three', is_draft: true, restored_from: null },
        { revision: 2, title: 'Two', word_count: 2 },
        { revision: 1, title: 'One', saved_by_name: expect.stringMatching(/^Person/) },
      ],
    });
    expect((await desk.ask('GET', `${list}/1`)).body).toMatchObject({
      ...MANUSCRIPT,
      title: 'One',
      slug: 'kept',
    });
    const restore = (revision: number, tag: string) =>
      desk.ask<ApiArticle>('POST', `${list}/${revision}/restoration`, undefined, { 'if-match': tag });
    expect((await restore(1, '"2"')).status).toBe(412);
    const restored = await restore(1, '"3"');
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"4"']);
    // The words come back; where the article is and whether readers see it, stays.
    expect(restored.body).toMatchObject({
      title: 'One',
      content: MANUSCRIPT.content,
      slug: 'kept-on',
      is_draft: true,
      publish_date: third.publish_date,
    });
    expect((await desk.ask('GET', list)).body['revisions']).toMatchObject([
      { revision: 4, restored_from: 1 },
      { revision: 3 },
      { revision: 2 },
      { revision: 1 },
    ]);
    expect((await restore(9, '"4"')).status).toBe(404);
    expect((await desk.ask('POST', `${list}/1/restoration`)).status).toBe(428);
    expect((await desk.ask('GET', `/articles/${first.id}/revisions/99`)).status).toBe(404);
  });

  test('revisions come twenty a page and go with their article', async () => {
    let article = await desk.create({ slug: 'often-saved' });
    for (let number = 0; number < 21; number += 1) article = (await desk.save(article, {})).body;
    const list = `/articles/${article.id}/revisions`;
    expect((await desk.ask('GET', `${list}?page=2`)).body).toMatchObject({
      page: 2,
      page_count: 2,
      revisions: [{ revision: 2 }, { revision: 1 }],
    });
    await desk.ask('DELETE', `/articles/${article.id}`);
    for (const path of [list, `${list}/1`]) expect((await desk.ask('GET', path)).status).toBe(404);
  });

  test('sample articles have a history too', async () => {
    const withSamples = await testApp({ on, samples: true });
    const its = await newsroomDesk(withSamples);
    const { body } = await its.ask('GET', '/articles');
    const [sample] = body['articles'] as { id: string }[];
    expect((await its.ask('GET', `/articles/${sample?.id}/revisions/1`)).status).toBe(200);
    await withSamples.close();
  });

  test('a preview is what readers get, and leaves nothing', async () => {
    const url = '/media/article-images/known-960.webp';
    const size = { width: 1440, height: 810, widths: [480, 960, 1440], color: '#123456', placeholder: '' };
    await app.database.db.insert(images).values({ url, ...size });
    const input = {
      ...MANUSCRIPT,
      slug: 'previewed',
      content: `<h1>Head</h1><p onclick="x()">Text <a href="https://x.example">out</a></p><img src="${url}" alt=""><pre>code</pre>`,
      image: url,
      image_alt: 'A delta',
      tags: ['x', 'X'],
      category_slug: 'culture',
    };
    const { status, body } = await desk.ask<{ article: Record<string, unknown> }>('POST', '/previews', input);
    expect(status).toBe(200);
    expect(body.article).toMatchObject({
      title: MANUSCRIPT.title,
      sectionSlug: 'culture',
      tags: ['x'],
      readTime: '1 min read',
      authorName: 'Meridian Editorial Team',
      picture: { url, alt: 'A delta', ...size },
    });
    expect(Date.parse(String(body.article['publishDate']))).toBeGreaterThan(Date.now() - 60_000);
    expect((await desk.ask('GET', '/articles?category=culture')).body['total']).toBe(0);
    await desk.create({ ...input, is_draft: false });
    expect(await text('/article/previewed')).toContain(String(body.article['body']));
    const empty = { title: '', slug: '', excerpt: '', content: '', category_slug: 'sports' };
    expect((await desk.ask('POST', '/previews', empty)).status).toBe(200);
  });

  test('the newsroom sees addresses of comments and takes comments out, and only that page changes', async () => {
    const article = await desk.create({ slug: 'discussed', is_draft: false });
    const other = await desk.create({ slug: 'not-discussed', is_draft: false });
    const bad = await makeComment(app.database, article, {
      userEmail: 'bad@reader.example',
      commentText: 'Rude words',
    });
    await makeComment(app.database, article, { commentText: 'Waiting', status: 'held' });
    await makeComment(app.database, article, { commentText: 'Gone before', status: 'deleted' });
    await makeComment(app.database, other, { commentText: 'Kind words' });
    const list = `/articles/${article.id}/comments`;
    const { body } = await desk.ask('GET', list);
    expect(body).toMatchObject({ total: 2, page: 1, page_count: 1 });
    expect(body['comments']).toHaveLength(2);
    expect(body['comments']).toContainEqual({
      id: bad.id,
      user_email: 'bad@reader.example',
      comment_text: 'Rude words',
      created_at: bad.createdAt.toISOString(),
      status: 'published',
    });
    await expect.poll(() => text('/article/discussed')).toContain('Rude words');
    const before = await app.fetch('/article/not-discussed');
    expect((await desk.ask('DELETE', `/comments/${bad.id}`)).status).toBe(204);
    expect(await text('/article/discussed')).not.toContain('Rude words');
    expect(await text('/api/articles/discussed/comments')).not.toContain('Rude words');
    expect((await desk.ask('GET', list)).body['total']).toBe(1);
    expect((await desk.ask('DELETE', `/comments/${bad.id}`)).status).toBe(404);
    const after = await app.fetch('/article/not-discussed');
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('pictures that were pasted into a text are stored when it is saved', async () => {
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const article = await desk.create({
      slug: 'pasted',
      content: `<p>a</p><img src="${pixel}" alt="dot">`,
      is_draft: false,
    });
    expect(article.content).toMatch(/<img src="\/media\/article-images\/[\w-]+\.webp" alt="dot" \/>/);
    expect(article.content).not.toContain('data:');
    const broken = await desk.save(article, { content: '<img src="data:image/png;base64,AAAA" alt="">' });
    expect(broken).toMatchObject({
      status: 422,
      body: { fields: { content: expect.stringContaining('Image 1') } },
    });
  });
});
