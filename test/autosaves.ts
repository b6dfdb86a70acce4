import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { type TestApp, testApp } from './app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from './newsroom-api.ts';
import type { DatabaseKind } from './full.ts';

export const EDITOR = '11111111-1111-4111-8111-111111111111';

const pathOf = ({ id }: { readonly id: string }) => `/articles/${id}/autosave`;

/** A site with a client for every role, and without articles at the start of each test. */
export function autosaveContext(databaseKind: DatabaseKind) {
  let app: TestApp;
  let now = new Date();
  let admin: NewsroomApi;
  const accounts = new Map<Role, TestAccount>();
  const clients = new Map<Role, NewsroomApi>();

  beforeAll(async () => {
    app = await testApp({ databaseKind, clock: () => now });
    for (const role of ['contributor', 'author', 'editor', 'admin'] as const) {
      const account = await makeAccount(app, { role, name: `The ${role}` });
      accounts.set(role, account);
      clients.set(role, await newsroomApi(app, role, account));
    }
    admin = as('admin');
  }, 60_000);
  afterAll(() => app.close());
  beforeEach(async () => {
    // The rate is that of ten seconds; access tokens are valid for ten minutes.
    now = new Date(now.getTime() + 11_000);
    await app.database.transaction(async (tx) => {
      await tx.delete(articles);
      tx.purge('*');
    });
  });

  function as(role: Role): NewsroomApi {
    const found = clients.get(role);
    if (found === undefined) throw new Error(`no client is ${role}`);
    return found;
  }

  /** @param etag of the state that the autosave replaces */
  const autosave = (
    article: ApiArticle,
    change: Readonly<Record<string, unknown>>,
    etag: string,
    by: NewsroomApi = admin,
  ) =>
    by.request(
      'PUT',
      pathOf(article),
      { ...article, based_on: article.revision, editor_id: EDITOR, ...change },
      { 'if-match': etag },
    );
  const read = async (article: { readonly id: string }, by = admin) =>
    (await by.request<{ autosave: Record<string, unknown> | null }>('GET', pathOf(article))).body;
  const get = async ({ id }: { readonly id: string }) =>
    (await admin.request<ApiArticle>('GET', `/articles/${id}`)).body;

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
    accounts,
    as,
    autosave,
    get,
    pathOf,
    read,
  };
}
