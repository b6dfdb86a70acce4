import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '#domain/accounts/permissions.ts';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { NOTE_LIMIT, NOTE_MAX_LENGTH, RETURN_LIMIT } from '#domain/articles/review/note.ts';
import { articleNotes } from '#domain/articles/review/tables.server.ts';
import { articleRevisions, articles } from '#domain/articles/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { onArticle, restoreRevision } from './article-requests.ts';

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
  let admin: NewsroomApi;

  beforeAll(async () => {
    app = await testApp({ databaseKind });
    owner = await makeAccount(app, { role: 'contributor', name: 'Cora Contributor' });
    contributor = await newsroomApi(app, 'contributor', owner);
    author = await newsroomApi(app, 'author');
    const person = await makeAccount(app, { role: 'editor', name: 'Edda Editor' });
    editor = await newsroomApi(app, 'editor', person);
    admin = await newsroomApi(app);
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

  test('a save and a restored revision keep a draft in review, with its place in the list', async () => {
    const article = await submitted();
    const { body: saved } = await contributor.save(article, { title: 'Corrected title' });
    expect(saved).toMatchObject({ state: 'in_review', submitted_at: article['submitted_at'], revision: 2 });
    const restored = await restoreRevision(contributor, saved);
    expect(restored.body).toMatchObject({ state: 'in_review', submitted_at: article['submitted_at'] });
  });

  test('its owner withdraws it; a repeated submission keeps the time of the first', async () => {
    const article = await submitted();
    expect((await submit(contributor, article)).body['submitted_at']).toBe(article['submitted_at']);
    expect((await withdraw(contributor, article)).body).toMatchObject({
      state: 'draft',
      submitted_at: null,
      returned_at: null,
    });
    for (const request of [withdraw(contributor, article), giveBack(editor, article)])
      expect(await request).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body: published } = await admin.save(article, { is_draft: false });
    for (const request of [withdraw(author, published), submit(author, published)])
      expect((await request).status).toBe(403);
    const own = (await author.save(await newDraft(author), { is_draft: false })).body;
    for (const request of [withdraw(author, own), submit(author, own), giveBack(editor, own)])
      expect((await request).status).toBe(409);
    expect(await notesOf(editor, article)).toEqual([]);
  });

  test('a change needs the current revision, and rejects without changing anything', async () => {
    const article = await submitted();
    const { body: saved } = await contributor.save(article, { title: 'Saved in between' });
    const before = await snapshot();
    const path = `/articles/${article.id}`;
    for (const [newsroom, method, part, body] of [
      [contributor, 'PUT', 'submission', undefined],
      [contributor, 'DELETE', 'submission', undefined],
      [editor, 'POST', 'returns', { text: 'Not like this' }],
    ] as const) {
      expect((await newsroom.request(method, `${path}/${part}`, body)).status).toBe(428);
      expect(await onArticle(newsroom, article, method, part, body)).toMatchObject({
        status: 412,
        body: { code: 'stale', current: { revision: saved.revision, title: 'Saved in between' } },
      });
      expect((await newsroom.request(method, `${path}/${part}`, body, { 'if-match': 'W' })).status).toBe(400);
    }
    for (const text of ['', ' \n ', '\u200b', 'x'.repeat(NOTE_MAX_LENGTH + 1), 'x'.repeat(300_000)])
      for (const part of ['returns', 'notes']) {
        const answer = await onArticle(editor, saved, 'POST', part, { text });
        expect(answer).toMatchObject({ status: 422, body: { fields: { text: expect.any(String) } } });
      }
    expect(await snapshot()).toBe(before);
    const longest = '🖋'.repeat(NOTE_MAX_LENGTH);
    expect((await giveBack(editor, saved, longest)).status).toBe(200);
    expect((await notesOf(editor, saved)).map(({ text }) => text)).toEqual([longest]);
  });

  test('a picture without a description is 422 before an editor sees it', async () => {
    const content = '<p>Text</p><img src="/media/article-images/one-480.webp">';
    const draft = await newDraft(contributor, { content });
    const answer = await submit(contributor, draft);
    expect(answer).toMatchObject({ status: 422, body: { fields: { content: expect.any(String) } } });
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

  test('notes stay with the article, oldest first, also without the account', async () => {
    const person = await makeAccount(app, { role: 'editor', name: 'Gone Soon' });
    const gone = await newsroomApi(app, 'editor', person);
    const article = await submitted();
    await addNote(contributor, article, '<b>First</b> & plain');
    await addNote(gone, article, 'Second');
    await admin.request('DELETE', `/people/${person.id}`);
    expect((await addNote(contributor, article, 'Third')).body.notes).toMatchObject([
      { text: '<b>First</b> & plain', created_by_name: 'Cora Contributor', is_return: false },
      { text: 'Second', created_by_name: null },
      { text: 'Third' },
    ]);
    await editor.request('DELETE', `/articles/${article.id}`);
    await editor.request('DELETE', `/trash/${article.id}`);
    expect(await app.database.db.$count(articleNotes, eq(articleNotes.articleId, article.id))).toBe(0);
  });

  test('an article has a limited number of notes, which does not keep an editor from returning it', async () => {
    const article = await submitted();
    const rows = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ articleId: article.id, text: `Note ${n}` }));
    await app.database.db.insert(articleNotes).values(rows(NOTE_LIMIT - 1));
    const answers = await Promise.all([1, 2, 3].map((n) => addNote(contributor, article, `Last ${n}`)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ]);
    expect((await giveBack(editor, article)).status).toBe(200);
    await app.database.db.insert(articleNotes).values(rows(RETURN_LIMIT - NOTE_LIMIT - 1));
    await submit(contributor, article);
    expect((await giveBack(editor, article)).status).toBe(409);
    expect(await notesOf(editor, article)).toHaveLength(RETURN_LIMIT);
  });

  test('submitting, withdrawing and returning are in the audit log, notes are not', async () => {
    await app.database.db.delete(auditEvents);
    const article = (await submit(contributor, await newDraft(contributor, { title: 'Audited' }))).body;
    await submit(contributor, article);
    await withdraw(contributor, article);
    await submit(contributor, article);
    await addNote(contributor, article, 'A confidential note');
    await giveBack(editor, article, 'A confidential note');
    const { body } = await admin.request<{ events: Record<string, unknown>[] }>('GET', '/audit/events');
    expect(body.events.map((event) => [event['actor_name'], event['action'], event['object_name']])).toEqual([
      ['Edda Editor', 'article_returned', 'Audited'],
      ['Cora Contributor', 'article_submitted', 'Audited'],
      ['Cora Contributor', 'article_withdrawn', 'Audited'],
      ['Cora Contributor', 'article_submitted', 'Audited'],
    ]);
    expect(JSON.stringify(await app.database.db.select().from(auditEvents))).not.toContain('confidential');
  });

  test('lists the longest waiting submissions first, twenty a page', async () => {
    await app.database.db.delete(articles);
    const drafts = [];
    for (let n = 0; n < 21; n += 1) drafts.push(await submitted());
    // A later save does not change the place.
    await contributor.save(drafts[0] as ApiArticle, { title: 'Edited' });
    const { body } = await editor.request<{ articles: { id: string }[] }>('GET', '/reviews');
    expect(body).toMatchObject({ total: 21, page: 1, page_count: 2 });
    expect(body.articles.map(({ id }) => id)).toEqual(drafts.slice(0, 20).map(({ id }) => id));
    const second = await editor.request<{ articles: { id: string }[] }>('GET', '/reviews?page=2');
    expect(second.body.articles.map(({ id }) => id)).toEqual([drafts[20]?.id]);
  });
});
