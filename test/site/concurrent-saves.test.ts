import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedCounts } from '#domain/articles/tables.server.ts';
import { searchWords } from '#domain/articles/search/tables.server.ts';
import { type TestApp, testApp } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { createSequence } from '../sequence.ts';
import { onArticle } from './article-requests.ts';
import { waitForLocks } from './lock-waits.ts';

const ROUNDS = 8;

// On a server only: the embedded database runs one transaction at a time.
let app: TestApp;
let editor: NewsroomApi;
const nextNumber = createSequence();
beforeAll(async () => {
  app = await testApp({ databaseKind: 'server' });
  editor = await newsroomApi(app, 'editor');
});
afterAll(() => app.close());

const create = (isDraft: boolean, more: object = {}) => {
  const fields = { ...ARTICLE_INPUT, slug: `rain-${nextNumber()}`, is_draft: isDraft, ...more };
  return editor.request<ApiArticle>('POST', '/articles', fields);
};

test('drafts and articles of one section are created, published, taken offline and deleted at the same time', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const created = await Promise.all([true, false, true, false].map((isDraft) => create(isDraft)));
    for (const { status } of created) statuses.add(status);
    const [draft, article, otherDraft, otherArticle] = created.map(({ body }) => body);
    if (!draft || !article || !otherDraft || !otherArticle) throw new Error('Four articles were created.');
    const changed = await Promise.all([
      editor.save(draft, { is_draft: false }),
      editor.save(article, { is_draft: true }),
      editor.save(otherDraft, { title: 'Another title' }),
      editor.request('DELETE', `/articles/${otherArticle.id}`),
      create(false),
      create(true),
    ]);
    for (const { status } of changed) statuses.add(status);
  }
  // None was refused because of another.
  expect(statuses).toEqual(new Set([200, 201, 204]));

  const { db } = app.database;
  const counts = await db.select().from(publishedCounts);
  expect(counts.find(({ categorySlug }) => categorySlug === 'sports')).toMatchObject({
    total: ROUNDS * 6,
    published: ROUNDS * 2,
  });
  const words = await db.select().from(searchWords);
  expect(words.find(({ word }) => word === 'nine')).toMatchObject({ documents: ROUNDS * 2 });
});

test('an author gets another name while articles of the author are moved to the trash', async () => {
  const { body: author } = await editor.request<{ id: string }>('POST', '/authors', { name: 'Ada' });
  const bylines = [{ author: author.id, name: 'Ada' }];
  for (let round = 0; round < ROUNDS; round++) {
    const created = await Promise.all([1, 2, 3, 4, 5].map(() => create(false, { bylines })));
    const { body: profile, headers } = await editor.request('GET', `/authors/${author.id}`);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    const [renamed, ...trashed] = await Promise.all([
      editor.request('PUT', `/authors/${author.id}`, { ...profile, name: `Ada ${round}` }, ifMatch),
      ...created.map(({ body }) => editor.request('DELETE', `/articles/${body.id}`)),
    ]);
    expect([renamed.status, ...trashed.map(({ status }) => status)]).toEqual([200, 204, 204, 204, 204, 204]);
  }
});

test('no article gets a section that is removed after its fields were checked', async () => {
  const [draft, article] = [(await create(true)).body, (await create(false)).body];
  const { body } = await editor.request<{ sections: { id: string; slug: string; revision: number }[] }>(
    'GET',
    '/sections',
  );
  const culture = body.sections.find(({ slug }) => slug === 'culture');
  const moved = { category_slug: 'culture' };
  const { saves } = await app.database.db.transaction(async (tx) => {
    // Changes of articles wait after the checks that need no transaction.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('author-names', 0))`);
    const waiting = [
      create(true, moved),
      editor.save(draft, moved),
      onArticle(editor, article, 'PUT', 'pending-changes', { ...article, ...moved }),
    ];
    await waitForLocks(app.database, waiting.length);
    const ifMatch = { 'if-match': `"${culture?.revision}"` };
    const removal = await editor.request('DELETE', `/sections/${culture?.id}`, undefined, ifMatch);
    expect(removal.status).toBe(204);
    return { saves: Promise.all(waiting) };
  });
  const refused = { status: 422, body: { fields: { category_slug: expect.any(String) } } };
  expect(await saves).toMatchObject([refused, refused, refused]);
});
