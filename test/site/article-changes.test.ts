import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ArticleChange } from '#domain/articles/changes/article-change.ts';
import { databaseKindsFor } from '../app.ts';
import { freeText } from '../author-api.ts';
import { makeComment } from '../factories.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { createSequence } from '../sequence.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

type Result = Readonly<Record<'id' | 'outcome' | 'reason', string>> & { readonly undo: ArticleChange | null };
type Change = Omit<ArticleChange, 'id' | 'revision'>;

/** The fields that a duplicate does not have in common with its article. */
const OWN = /^(?:id|slug|title|is_draft|state|publish_date|created_at|updated_at)$/;

describe.each(databaseKindsFor(import.meta.filename))('changes of several articles (%s database)', (kind) => {
  const site = prepareNewsroomSite({ databaseKind: kind }, { role: 'editor' });
  const { text } = site;
  let editor: NewsroomApi;
  let contributor: NewsroomApi;
  const nextNumber = createSequence();
  beforeAll(async () => {
    editor = site.newsroom;
    contributor = await newsroomApi(site.app, 'contributor');
  });

  const create = (more: object = {}, client = editor) => {
    const number = nextNumber();
    return client.create({ slug: `changed-${number}`, title: `Changed ${number}`, ...more });
  };
  const send = async (changes: readonly object[], client = editor) => {
    const answer = await client.request<{ results: Result[] }>('POST', '/article-changes', { changes });
    expect(answer.status).toBe(200);
    return answer.body.results;
  };
  const apply = (change: Change, articles: readonly ApiArticle[], client = editor) =>
    send(
      articles.map(({ id, revision }) => ({ ...change, id, revision })),
      client,
    );
  const undo = (results: readonly Result[]) => send(results.flatMap((result) => result.undo ?? []));
  const read = async (id: string) => (await editor.request<ApiArticle>('GET', `/articles/${id}`)).body;
  const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome);
  const statusOf = ({ slug }: ApiArticle) => site.statusOf(`/article/${slug}`);
  const duplicate = (id: string, client = editor, headers = {}) =>
    client.request<ApiArticle>('POST', `/articles/${id}/duplicates`, undefined, headers);
  const events = async (id: string) =>
    (
      await site.app.database.db.execute<{ action: string }>(
        sql`select action from audit_events where object_id = ${id} order by id`,
      )
    ).rows.map(({ action }) => action);

  test('publishes and takes offline as a single save does, and back', async () => {
    const [one, two] = [await create(), await create()];
    const published = await apply({ action: 'publish' }, [one, two]);
    expect(published).toMatchObject([
      { id: one.id, title: one.title, outcome: 'changed', revision: 2, code: null, reason: null },
      { id: two.id, outcome: 'changed', revision: 2 },
    ]);
    expect([await statusOf(one), await statusOf(two)]).toEqual([200, 200]);
    expect(await text('/sports')).toContain(two.title);
    expect(await events(one.id)).toEqual(['article_published']);
    const date = (await read(one.id)).publish_date;
    expect(outcomes(await apply({ action: 'publish' }, [await read(one.id)]))).toEqual(['unchanged']);

    const offline = await apply({ action: 'unpublish' }, [await read(one.id)]);
    expect(await statusOf(one)).toBe(404);
    expect(await text('/sports')).not.toContain(one.title);
    expect(outcomes(await undo(offline))).toEqual(['changed']);
    expect(await read(one.id)).toMatchObject({ is_draft: false, publish_date: date, revision: 4 });
    expect(await statusOf(one)).toBe(200);
    expect(outcomes(await undo(published.slice(1)))).toEqual(['changed']);
    expect(await statusOf(two)).toBe(404);
  });

  test('adds and removes a tag, and puts it back in its place', async () => {
    const tags = Array.from({ length: 10 }, (_, number) => `Tag ${number}`);
    const [few, full] = [await create({ tags: ['Élections', 'Budget'] }), await create({ tags })];
    const added = await apply({ action: 'add_tag', tag: 'Water' }, [few, full]);
    expect(added).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'refused', code: 'unprocessable', reason: 'An article can have at most 10 tags.' },
    ]);
    expect((await read(few.id))['tags']).toEqual(['Élections', 'Budget', 'Water']);
    const same = await apply({ action: 'add_tag', tag: 'ELECTIONS' }, [await read(few.id)]);
    expect(same).toMatchObject([{ outcome: 'unchanged', revision: 2, undo: null }]);
    const removed = await apply({ action: 'remove_tag', tag: 'elections' }, [await read(few.id)]);
    expect((await read(few.id))['tags']).toEqual(['Budget', 'Water']);
    await undo(removed);
    expect((await read(few.id))['tags']).toEqual(['Élections', 'Budget', 'Water']);
    expect((await read(full.id)).revision).toBe(1);
  });

  test('moves to the trash and restores exactly', async () => {
    const article = await create({ is_draft: false });
    await makeComment(site.app.database, article);
    const trashed = await apply({ action: 'trash' }, [article]);
    expect([await statusOf(article), (await read(article.id))['state']]).toEqual([410, 'in_trash']);
    expect(outcomes(await apply({ action: 'publish' }, [article]))).toEqual(['refused']);
    await undo(trashed);
    expect([await statusOf(article), await read(article.id)]).toEqual([200, article]);
    expect(await events(article.id)).toEqual(['article_published', 'article_deleted', 'article_restored']);
  });

  test('an undo does not overwrite what someone else has changed in between', async () => {
    const [one, two] = [await create(), await create()];
    const published = await apply({ action: 'publish' }, [one, two]);
    await editor.save({ ...one, revision: 2 }, { title: 'Changed by someone else', is_draft: false });
    expect(await undo(published)).toMatchObject([
      { title: 'Changed by someone else', outcome: 'refused', code: 'stale', revision: null, undo: null },
      { outcome: 'changed' },
    ]);
    expect([await statusOf(one), await statusOf(two)]).toEqual([200, 404]);
    const trashed = await apply({ action: 'trash' }, [await read(two.id)]);
    expect(outcomes(await send([{ ...trashed[0]?.undo, revision: 1 }]))).toEqual(['refused']);
    expect(outcomes(await apply({ action: 'trash' }, [one]))).toEqual(['refused']);
  });

  test('changes that are saved for later stay hidden', async () => {
    const article = await create({ is_draft: false });
    const path = `/articles/${article.id}/pending-changes`;
    const pending = { ...article, title: 'Not yet', is_draft: false };
    const saved = await editor.request('PUT', path, pending, { 'if-match': '"1"' });
    expect(saved.status).toBe(200);
    const now = await read(article.id);
    for (const change of [
      { action: 'publish' },
      { action: 'unpublish' },
      { action: 'move', section: 'culture' },
      { action: 'add_tag', tag: 'Water' },
    ] as const)
      expect(await apply(change, [now])).toMatchObject([{ outcome: 'refused', code: 'conflict' }]);
    expect(await text(`/article/${article.slug}`)).not.toContain('Not yet');
    const trashed = await apply({ action: 'trash' }, [now]);
    expect(outcomes(await undo(trashed))).toEqual(['changed']);
    expect((await read(article.id))['state']).toBe('published_with_pending_changes');
  });

  test('each article is refused on its own, by the role table and the rules of publishing', async () => {
    const own = await create({}, contributor);
    const other = await create();
    const without = await create({ image: '/media/x.webp', image_alt: null });
    const results = await apply({ action: 'add_tag', tag: 'Water' }, [own, other], contributor);
    expect(results).toMatchObject([
      { outcome: 'changed', title: own.title },
      // Not even the title of an article that the role may not read.
      { outcome: 'refused', code: 'forbidden', title: null },
    ]);
    const [forbidden] = await apply({ action: 'publish' }, [await read(own.id)], contributor);
    expect(forbidden).toMatchObject({ outcome: 'refused', code: 'forbidden', title: own.title });
    const unknown = { ...own, id: '0197a5b0-0000-7000-8000-000000000000' };
    const mixed = await apply({ action: 'publish' }, [without, unknown, other]);
    expect(mixed).toMatchObject([
      { outcome: 'refused', code: 'unprocessable', title: without.title },
      { outcome: 'refused', code: 'not_found', title: null },
      { outcome: 'changed' },
    ]);
    expect(mixed[0]?.reason).toMatch(/descri|alt/i);
    expect([await statusOf(own), await statusOf(without), await statusOf(other)]).toEqual([404, 404, 200]);
  });

  test('duplicates an article as a draft of the account, with everything that belongs to its text', async () => {
    const original = await create({
      title: 'Rivers of the north',
      tags: ['Water'],
      bylines: [freeText('Nadia Osei'), freeText('Per Holm')],
      read_time: '9 minutes',
      lang: 'pt-BR',
      featured: true,
      is_draft: false,
    });
    await makeComment(site.app.database, original);
    const { status, body: copy } = await duplicate(original.id);
    expect(status).toBe(201);
    const shared = Object.entries(original).filter(([name]) => !OWN.test(name));
    expect(copy).toMatchObject({
      ...Object.fromEntries(shared),
      title: 'Copy of Rivers of the north',
      slug: 'copy-of-rivers-of-the-north',
      state: 'draft',
      publish_date: null,
      revision: 1,
    });
    const comments = await editor.request('GET', `/articles/${copy.id}/comments`);
    expect(comments.body).toMatchObject({ comments: [] });
    const once = () => duplicate(original.id, editor, { 'idempotency-key': 'once' });
    const [first, again] = [await once(), await once()];
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    expect((await duplicate(original.id, contributor)).status).toBe(403);
    await editor.request('DELETE', `/articles/${original.id}`);
    expect((await duplicate(original.id)).status).toBe(404);
  });
});
