import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import {
  makeAccount,
  outboxMails,
  PASSWORD,
  postJson,
  signIn,
  type TestAccount,
  tokenIn,
} from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { changeSettings } from '../settings.ts';

type ApiEvent = Readonly<Record<'actor_name' | 'action' | 'object_name' | 'detail', string>>;

const READER = 'reader-with-address@example.com';

describe.each(databaseKindsFor(import.meta.filename))('the audit log, on the %s database', (databaseKind) => {
  let app: TestApp;
  let admin: TestAccount;
  let newsroom: NewsroomApi;
  let headers: Readonly<Record<string, string>>;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    admin = await makeAccount(app, { role: 'admin', name: 'Zora Admin' });
    newsroom = await newsroomApi(app, 'admin', admin);
    headers = { authorization: `Bearer ${(await signIn(app, admin)).access_token}` };
  });
  afterAll(() => app.close());
  beforeEach(async () => void (await app.database.db.delete(auditEvents)));

  const list = async (query = '') =>
    (await newsroom.request<{ events: ApiEvent[]; total: number }>('GET', `/audit/events?${query}`)).body;
  /** Action, object and detail of every event, oldest first. */
  const events = async (query?: string) =>
    (await list(query)).events
      .map(({ action, object_name: name, detail }) => [action, name, detail].filter(Boolean).join(' · '))
      .toReversed();

  test('records moderation, sections and settings, without addresses and texts of readers', async () => {
    const article = await makeArticle(app.database, { title: 'Discussed' });
    const written = { userEmail: READER, commentText: 'Very private' };
    const comment = await makeComment(app.database, article, written);
    await newsroom.request('DELETE', `/comments/${comment.id}`);
    await newsroom.request('DELETE', `/comments/${comment.id}/decision`);
    await newsroom.request('PUT', `/articles/${article.id}/commenting`, { open: false });
    const section = await newsroom.request('GET', '/categories/sports');
    const ifMatch = { 'if-match': section.headers.get('etag') ?? '' };
    await newsroom.request('PATCH', '/categories/sports', { description: 'New text' }, ifMatch);
    await changeSettings(app, headers, { comment_links_allowed: 3, comment_first_pending: false });
    expect(await events()).toEqual([
      'comment_deleted',
      'comment_decision_undone',
      'commenting_changed · Discussed · closed',
      'section_changed · sports',
      'settings_changed · comment_links_allowed',
    ]);
    const stored = JSON.stringify(await app.database.db.select().from(auditEvents));
    expect(stored).not.toMatch(/reader-with-address|Very private/);
  });

  test('records what happens to people, and the role that an invitation grants', async () => {
    const person = await makeAccount(app, { role: 'author', name: 'Arno' });
    for (const change of [{ role: 'editor' }, { role: 'editor' }, { suspended: true }, { suspended: false }])
      await newsroom.request('PATCH', `/people/${person.id}`, change);
    await newsroom.request('DELETE', `/people/${person.id}`);
    const email = 'ines@news.example';
    await newsroom.request('POST', '/people', { email, role: 'author' });
    const token = tokenIn((await outboxMails(app, email)).at(-1), '/admin?verification=');
    await postJson(app, '/api/email-verifications', { token, name: 'Ines', password: PASSWORD });
    expect(await events()).toEqual([
      'role_changed · Arno · author → editor',
      'person_suspended · Arno',
      'person_reactivated · Arno',
      'person_removed · Arno · editor',
      'person_invited · ines · author',
      'invitation_accepted · Ines · author',
    ]);
    expect(JSON.stringify(await app.database.db.select().from(auditEvents))).not.toContain(token);
  });

  test('records sign-ins of the newsroom, failed ones included, but not those of other accounts', async () => {
    const author = await makeAccount(app, { role: 'author', name: 'Ada' });
    const guest = await makeAccount(app, { name: 'Guest' });
    for (const { email } of [author, guest, { email: 'unknown@example.com' }])
      for (const password of ['wrong password', PASSWORD])
        await postJson(app, '/api/sessions', { email, password });
    await app.jobs.runDue();
    const { events: found } = await list();
    expect(found.map(({ actor_name: name, action }) => `${name} ${action}`).toSorted()).toEqual([
      'Ada sign_in_failed',
      'Ada signed_in',
    ]);
    expect(JSON.stringify(await app.database.db.select().from(auditEvents))).not.toContain('wrong password');
  });

  test('records the export of subscribers and of itself, and changes of subscribers', async () => {
    const { db } = app.database;
    const row = { email: READER, status: 'confirmed', source: 'import', consent: 'yes' } as const;
    const [subscriber] = await db.insert(newsletterSubscribers).values(row).returning();
    const id = subscriber?.id ?? '';
    await newsroom.request('PATCH', `/newsletter/subscribers/${id}`, { blocked: true });
    await newsroom.request('DELETE', `/newsletter/subscribers/${id}`);
    expect((await exportOf('newsletter/subscribers.csv')).startsWith('email,')).toBe(true);
    const csv = await exportOf('audit/events.csv?action=subscriber_deleted');
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toMatch(
      /^at,actor,actor_id,action,object,object_id,detail,token\r\n.+,Zora Admin,.+,subscriber_deleted,,.+,,\r\n$/,
    );
    expect(await events()).toEqual([
      'subscriber_blocked',
      'subscriber_deleted',
      'subscribers_exported',
      'audit_exported',
    ]);
    expect(JSON.stringify(await db.select().from(auditEvents))).not.toContain(READER);
  });

  const exportOf = async (path: string) => (await app.fetch(`/api/newsroom/${path}`, { headers })).text();

  test('the export has every event, also of more than one batch', async () => {
    const event = { actorId: admin.id, actorName: 'A', action: 'article_deleted', detail: '' };
    await app.database.db.insert(auditEvents).values(
      Array.from({ length: 1_001 }, (_, index) => ({
        ...event,
        id: uuidv7(),
        at: new Date(),
        objectName: `${index}`,
      })),
    );
    const lines = (await exportOf('audit/events.csv?action=article_deleted')).trim().split('\r\n');
    expect(new Set(lines.slice(1)).size).toBe(1_001);
  });

  test('the export escapes what a spreadsheet would read as a formula', async () => {
    const formula = '=HYPERLINK("https://x.example","a")';
    await newsroom.create({ slug: 'formula', title: formula, is_draft: false });
    const csv = await exportOf('audit/events.csv?action=article_published');
    expect(csv).toContain(`,"'${formula.replaceAll('"', '""')}",`);
  });

  test('a rejected action is not recorded, and an event is only stored with its action', async () => {
    const draft = await newsroom.create({ slug: 'taken', title: 'Taken' });
    const conflict = await newsroom.request('POST', '/articles', { ...draft, is_draft: false });
    expect(conflict.status).toBe(409);
    const author = await newsroomApi(app, 'author');
    await app.database.db.delete(auditEvents);
    expect((await author.request('DELETE', `/articles/${draft.id}`)).status).toBe(403);
    expect(await events()).toEqual([]);
    expect(await app.database.db.$count(articles, eq(articles.id, draft.id))).toBe(1);
  });

  test('cannot be changed', async () => {
    await changeSettings(app, headers, { comment_links_allowed: 4 });
    const changing = app.database.db.update(auditEvents).set({ detail: 'changed' });
    await expect(changing).rejects.toThrow('Failed query');
    expect(await events()).toEqual(['settings_changed · comment_links_allowed']);
  });
});
