import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '#domain/accounts/permissions.ts';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articleNotes } from '#domain/articles/review/tables.server.ts';
import { articleRevisions, articles } from '#domain/articles/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';

interface Note {
  readonly text: string;
  readonly is_return: boolean;
  readonly created_by_name: string | null;
  readonly created_at: string;
}

describe.each(databaseKindsFor(import.meta.filename))('reviews, on the %s database', (databaseKind) => {
  let app: TestApp;
  let owner: TestAccount;
  let contributor: NewsroomApi;
  let author: NewsroomApi;
  let editor: NewsroomApi;

  beforeAll(async () => {
    app = await testApp({ databaseKind });
    owner = await makeAccount(app, { role: 'contributor', name: 'Cora Contributor' });
    contributor = await newsroomApi(app, 'contributor', owner);
    author = await newsroomApi(app, 'author');
    const person = await makeAccount(app, { role: 'editor', name: 'Edda Editor' });
    editor = await newsroomApi(app, 'editor', person);
  });
  afterAll(() => app.close());

  const newDraft = (newsroom = contributor, fields: Readonly<Record<string, unknown>> = {}) =>
    newsroom.create({ slug: `draft-${crypto.randomUUID()}`, ...fields });
  const submit = (newsroom: NewsroomApi, article: ApiArticle) =>
    onArticle(newsroom, article, 'PUT', 'submission');
  const withdraw = (newsroom: NewsroomApi, article: ApiArticle) =>
    onArticle(newsroom, article, 'DELETE', 'submission');
  const giveBack = (newsroom: NewsroomApi, article: ApiArticle, text = 'Please name the source.') =>
    onArticle(newsroom, article, 'POST', 'returns', { text });
  const submitted = async (newsroom = contributor) => (await submit(newsroom, await newDraft(newsroom))).body;
  const addNote = (newsroom: NewsroomApi, { id }: ApiArticle, text: string) =>
    newsroom.request<{ notes: Note[] }>('POST', `/articles/${id}/notes`, { text });
  const notesOf = async (newsroom: NewsroomApi, { id }: ApiArticle) =>
    (await newsroom.request<{ notes: Note[] }>('GET', `/articles/${id}/notes`)).body.notes;
  const toReview = async () => {
    const { body } = await editor.request<{
      articles: { id: string; created_by_name: string }[];
      total: number;
    }>('GET', '/reviews');
    return body;
  };
  const snapshot = async () =>
    JSON.stringify([
      await app.database.db.select().from(articles).orderBy(articles.id),
      await app.database.db.select().from(articleNotes).orderBy(articleNotes.id),
      await app.database.db.$count(articleRevisions),
      await app.database.db.$count(auditEvents),
    ]);

  test('a submitted draft is in the list until an editor returns or publishes it', async () => {
    const draft = await newDraft();
    expect(draft).toMatchObject({ state: 'draft', submitted_at: null, returned_at: null });
    const { status, headers, body } = await submit(contributor, draft);
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toMatchObject({ state: 'in_review', is_draft: true, returned_at: null, revision: 1 });
    expect((await toReview()).articles.at(-1)).toMatchObject({
      id: draft.id,
      created_by_name: 'Cora Contributor',
      submitted_at: body['submitted_at'],
    });

    const returned = await giveBack(editor, draft, '  Please name the source.\r\nThanks! ');
    expect(returned.body).toMatchObject({ state: 'draft', submitted_at: null, revision: 1 });
    expect(returned.body['returned_at']).not.toBeNull();
    const { body: own } = await contributor.request<{ articles: unknown[] }>('GET', '/articles');
    expect(own.articles).toMatchObject([{ state: 'draft', returned_at: returned.body['returned_at'] }]);
    expect((await toReview()).articles.map(({ id }) => id)).not.toContain(draft.id);
    expect(await notesOf(contributor, draft)).toMatchObject([
      { text: 'Please name the source.\nThanks!', is_return: true, created_by_name: 'Edda Editor' },
    ]);

    const { body: again } = await submit(contributor, draft);
    expect(again).toMatchObject({ state: 'in_review', returned_at: null });
    const { body: published } = await editor.save(again, { is_draft: false });
    expect(published).toMatchObject({ state: 'published', submitted_at: null, returned_at: null });
    expect((await toReview()).articles.map(({ id }) => id)).not.toContain(draft.id);
    const { body: offline } = await editor.save(published, { is_draft: true });
    expect(offline).toMatchObject({ state: 'draft', submitted_at: null, returned_at: null });
    expect(await notesOf(contributor, draft)).toHaveLength(1);
  });

  test.each(ROLES)('what a %s may do', async (role) => {
    const account = await makeAccount(app, { role });
    const newsroom = await newsroomApi(app, role, account);
    const seesAll = role === 'editor' || role === 'admin';
    for (const kind of ['own', 'other'] as const) {
      const article = await submitted(author);
      if (kind === 'own')
        await app.database.db
          .update(articles)
          .set({ createdBy: account.id })
          .where(eq(articles.id, article.id));
      const isOwn = kind === 'own' && !seesAll;
      const reads = kind === 'own' || seesAll;
      const attempts = {
        listing: [() => newsroom.request('GET', `/articles/${article.id}/notes`), reads],
        noting: [() => addNote(newsroom, article, 'A note'), reads],
        returning: [() => giveBack(newsroom, article), seesAll],
        submitting: [() => submit(newsroom, article), isOwn],
        withdrawing: [() => withdraw(newsroom, article), isOwn],
      } as const;
      for (const [name, [attempt, isAllowed]] of Object.entries(attempts)) {
        const before = await snapshot();
        const { status } = await attempt();
        expect(`${kind} ${name}: ${status < 300}`).toBe(`${kind} ${name}: ${isAllowed}`);
        if (isAllowed) continue;
        expect(status).toBe(403);
        expect(await snapshot()).toBe(before);
      }
    }
    const unknown = '0197a5b0-0000-7000-8000-000000000000';
    expect((await newsroom.request('GET', `/articles/${unknown}/notes`)).status).toBe(404);
    expect((await newsroom.request('GET', '/reviews')).status).toBe(seesAll ? 200 : 403);
  });
});
