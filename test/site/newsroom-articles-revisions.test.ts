import { describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { databaseKindsFor } from '../app.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { makeComment } from '../factories.ts';
import { restoreRevision } from './article-requests.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('what belongs to an article, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });

  test('every save is stored as a revision, and any revision can be restored as a new one', async () => {
    const first = await site.newsroom.create({ slug: 'kept', title: 'One', is_draft: false });
    const second = (
      await site.newsroom.save(first, { title: 'Two', content: '<p>Other words.</p>', slug: 'kept-on' })
    ).body;
    const third = (await site.newsroom.save(second, { title: 'Three', is_draft: true })).body;
    const list = `/articles/${first.id}/revisions`;
    expect((await site.newsroom.request('GET', list)).body).toMatchObject({
      page: 1,
      page_count: 1,
      revisions: [
        { revision: 3, title: 'Three', is_draft: true, restored_from: null },
        { revision: 2, title: 'Two', word_count: 2 },
        { revision: 1, title: 'One', saved_by_name: expect.stringMatching(/^Person/) },
      ],
    });
    expect((await site.newsroom.request('GET', `${list}/1`)).body).toMatchObject({
      ...ARTICLE_INPUT,
      title: 'One',
      slug: 'kept',
    });
    expect((await restoreRevision(site.newsroom, second)).status).toBe(412);
    const restored = await restoreRevision(site.newsroom, third);
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"4"']);
    // The content is restored; slug and publication state stay.
    expect(restored.body).toMatchObject({
      title: 'One',
      content: ARTICLE_INPUT.content,
      slug: 'kept-on',
      is_draft: true,
      publish_date: third.publish_date,
    });
    expect((await site.newsroom.request('GET', list)).body['revisions']).toMatchObject([
      { revision: 4, restored_from: 1 },
      { revision: 3 },
      { revision: 2 },
      { revision: 1 },
    ]);
    expect((await restoreRevision(site.newsroom, restored.body, 9)).status).toBe(404);
    expect((await site.newsroom.request('POST', `${list}/1/restoration`)).status).toBe(428);
    expect((await site.newsroom.request('GET', `/articles/${first.id}/revisions/99`)).status).toBe(404);
  });

  test('revisions are listed twenty a page and are deleted permanently with their article', async () => {
    let article = await site.newsroom.create({ slug: 'often-saved' });
    for (let number = 0; number < 21; number += 1) article = (await site.newsroom.save(article, {})).body;
    const list = `/articles/${article.id}/revisions`;
    expect((await site.newsroom.request('GET', `${list}?page=2`)).body).toMatchObject({
      page: 2,
      page_count: 2,
      revisions: [{ revision: 2 }, { revision: 1 }],
    });
    await site.newsroom.request('DELETE', `/articles/${article.id}`);
    expect((await site.newsroom.request('GET', list)).status).toBe(200);
    await site.newsroom.request('DELETE', `/trash/${article.id}`);
    for (const path of [list, `${list}/1`])
      expect((await site.newsroom.request('GET', path)).status).toBe(404);
  });

  test('a preview equals the published page, and stores nothing', async () => {
    const url = '/media/article-images/known-960.webp';
    const size = { width: 1440, height: 810, widths: [480, 960, 1440], color: '#123456', placeholder: '' };
    await site.app.database.db.insert(images).values({ url, ...size });
    const input = {
      ...ARTICLE_INPUT,
      slug: 'previewed',
      content: `<h1>Head</h1><p onclick="x()">Text <a href="https://x.example">out</a></p><img src="${url}" alt=""><pre>code</pre>`,
      image: url,
      image_alt: 'A delta',
      tags: ['x', 'X'],
      category_slug: 'culture',
    };
    const { status, body } = await site.newsroom.request<{ article: Record<string, unknown> }>(
      'POST',
      '/previews',
      input,
    );
    expect(status).toBe(200);
    expect(body.article).toMatchObject({ tags: ['x'], picture: { url, alt: 'A delta', ...size } });
    expect(Date.parse(String(body.article['publishDate']))).toBeGreaterThan(Date.now() - 60_000);
    expect((await site.newsroom.request('GET', '/articles?category=culture')).body['total']).toBe(0);
    await site.newsroom.create({ ...input, is_draft: false });
    expect(await site.text('/article/previewed')).toContain(String(body.article['body']));
    const empty = { title: '', slug: '', excerpt: '', content: '', category_slug: 'sports' };
    expect((await site.newsroom.request('POST', '/previews', empty)).status).toBe(200);
  });

  test('the newsroom sees comment addresses and deletes comments, and only that page changes', async () => {
    const article = await site.newsroom.create({ slug: 'discussed', is_draft: false });
    const other = await site.newsroom.create({ slug: 'not-discussed', is_draft: false });
    const bad = await makeComment(site.app.database, article, {
      userEmail: 'bad@reader.example',
      commentText: 'Rude words',
    });
    await makeComment(site.app.database, article, { commentText: 'Waiting', status: 'held' });
    await makeComment(site.app.database, article, { commentText: 'Gone before', status: 'deleted' });
    await makeComment(site.app.database, other, { commentText: 'Kind words' });
    const list = `/articles/${article.id}/comments`;
    const { body } = await site.newsroom.request('GET', list);
    expect(body).toMatchObject({ total: 2, page: 1, page_count: 1 });
    expect(body['comments']).toHaveLength(2);
    expect(body['comments']).toContainEqual({
      id: bad.id,
      user_email: 'bad@reader.example',
      comment_text: 'Rude words',
      created_at: bad.createdAt.toISOString(),
      status: 'published',
    });
    await expect.poll(() => site.text('/article/discussed')).toContain('Rude words');
    const before = await site.app.fetch('/article/not-discussed');
    expect((await site.newsroom.request('DELETE', `/comments/${bad.id}`)).status).toBe(204);
    expect(await site.text('/article/discussed')).not.toContain('Rude words');
    expect(await site.text('/api/articles/discussed/comments')).not.toContain('Rude words');
    expect((await site.newsroom.request('GET', list)).body['total']).toBe(1);
    expect((await site.newsroom.request('DELETE', `/comments/${bad.id}`)).status).toBe(404);
    const after = await site.app.fetch('/article/not-discussed');
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('a save with a pasted picture that is none is refused at the field', async () => {
    const article = await site.newsroom.create({ slug: 'pasted', is_draft: false });
    const content = '<img src="data:image/png;base64,AAAA" alt="">';
    expect(await site.newsroom.save(article, { content })).toMatchObject({
      status: 422,
      body: { fields: { content: expect.stringContaining('Image 1') } },
    });
  });
});
