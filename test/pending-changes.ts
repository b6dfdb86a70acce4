import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { makeAccount } from './accounts.ts';
import { type TestApp, testApp } from './app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from './newsroom-api.ts';
import { createSequence } from './sequence.ts';
import type { DatabaseKind } from './full.ts';

/** The title of changes that are saved for later, unless a test gives another one. */
export const LATER = 'Written for later';

/** A site with an administrator for all tests of a suite. Every test starts at the present time. */
export function pendingChangesContext(databaseKind: DatabaseKind) {
  let app: TestApp;
  let admin: NewsroomApi;
  let now = new Date();
  const nextNumber = createSequence();

  beforeAll(async () => {
    app = await testApp({ databaseKind, clock: () => now });
    admin = await newsroomApi(app, 'admin', await makeAccount(app, { role: 'admin', name: 'Ada Admin' }));
  }, 60_000);
  afterAll(() => app.close());
  beforeEach(() => {
    now = new Date();
  });

  const publish = (fields: Record<string, unknown> = {}) =>
    admin.create({ slug: `changing-${nextNumber()}`, is_draft: false, ...fields });
  const send = (
    method: string,
    article: Pick<ApiArticle, 'id' | 'revision'>,
    suffix = '',
    { body, by = admin }: { readonly body?: unknown; readonly by?: NewsroomApi } = {},
  ) =>
    by.request<ApiArticle>(method, `/articles/${article.id}/pending-changes${suffix}`, body, {
      'if-match': `"${article.revision}"`,
    });
  const saveForLater = (article: ApiArticle, change: Record<string, unknown> = {}, by = admin) =>
    send('PUT', article, '', { body: { ...article, title: LATER, ...change }, by });
  const later = async (article: ApiArticle, change: Record<string, unknown> = {}) => {
    const { status, body } = await saveForLater(article, change);
    expect([status, body]).toMatchObject([200, {}]);
    return body;
  };
  const discard = (article: ApiArticle, by = admin) => send('DELETE', article, '', { by });
  const publishChanges = (article: ApiArticle, by = admin) => send('POST', article, '/publication', { by });
  const get = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (await admin.request<ApiArticle>('GET', `/articles/${id}`)).body;
  const row = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (await app.database.db.select().from(articles).where(eq(articles.id, id)))[0];
  const text = async (path: string) => (await app.fetch(path)).text();
  const statusOf = async (path: string) => (await app.fetch(path)).status;
  const revisionsOf = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (
      await admin.request<{ revisions: Record<string, unknown>[] }>('GET', `/articles/${id}/revisions`)
    ).body.revisions.map((revision) => [
      revision['revision'],
      revision['title'],
      revision['is_draft'],
      revision['is_pending'],
      revision['restored_from'],
    ]);
  const eventsOf = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (
      await app.database.db
        .select({ action: auditEvents.action })
        .from(auditEvents)
        .where(eq(auditEvents.objectId, id))
        .orderBy(auditEvents.id)
    ).map(({ action }) => action);

  return {
    get app() {
      return app;
    },
    get admin() {
      return admin;
    },
    get now() {
      return now;
    },
    set now(next: Date) {
      now = next;
    },
    discard,
    eventsOf,
    get,
    later,
    nextNumber,
    publish,
    publishChanges,
    revisionsOf,
    row,
    saveForLater,
    send,
    statusOf,
    text,
  };
}
