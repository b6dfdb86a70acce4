import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { type TestApp, testApp } from './app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from './newsroom-api.ts';
import { createSequence } from './sequence.ts';
import type { DatabaseKind } from './full.ts';

interface Trashed {
  readonly id: string;
  readonly title: string;
}

/** Every row that belongs to an article, in all tables. */
const BELONGINGS = [
  ['articles', 'id'],
  ['article_revisions', 'article_id'],
  ['article_notes', 'article_id'],
  ['article_bylines', 'article_id'],
  ['article_tags', 'article_id'],
  ['article_terms', 'article_id'],
  ['article_slugs', 'article_id'],
  ['comments', 'article_id'],
  ['comment_counts', 'article_id'],
  ['closed_commenting', 'article_id'],
  ['image_uses', 'article_id'],
  ['article_autosaves', 'article_id'],
] as const;

/** A site with a client for every role, for all tests of a suite. Every test starts at the present time. */
export function trashContext(databaseKind: DatabaseKind) {
  let app: TestApp;
  let admin: NewsroomApi;
  let now = new Date();
  const accounts = new Map<Role, TestAccount>();
  const clients = new Map<Role, NewsroomApi>();
  const nextNumber = createSequence();

  beforeAll(async () => {
    app = await testApp({ databaseKind, clock: () => now });
    for (const role of ROLES) {
      const account = await makeAccount(app, { role, name: `The ${role}` });
      accounts.set(role, account);
      clients.set(role, await newsroomApi(app, role, account));
    }
    admin = client('admin');
  }, 60_000);
  afterAll(() => app.close());
  beforeEach(() => {
    now = new Date();
  });

  function client(role: Role): NewsroomApi {
    const found = clients.get(role);
    if (found === undefined) throw new Error(`no client is ${role}`);
    return found;
  }
  const publish = (fields: Record<string, unknown> = {}) =>
    admin.create({ slug: `trashed-${nextNumber()}`, is_draft: false, ...fields });
  const trash = async ({ id }: ApiArticle, by = admin) =>
    (await by.request('DELETE', `/articles/${id}`)).status;
  const restore = ({ id }: ApiArticle, by = admin) =>
    by.request<ApiArticle>('POST', `/articles/${id}/restoration`);
  const purge = async ({ id }: ApiArticle, by = admin) => (await by.request('DELETE', `/trash/${id}`)).status;
  const listed = async (by = admin) =>
    (await by.request<{ articles: Trashed[] }>('GET', '/trash')).body.articles;
  const text = async (path: string) => (await app.fetch(path)).text();
  const statusOf = async (path: string) => (await app.fetch(path)).status;

  async function belongings({ id }: ApiArticle): Promise<Record<string, unknown[]>> {
    const rows: Record<string, unknown[]> = {};
    for (const [table, column] of BELONGINGS)
      rows[table] = (
        await app.database.db.execute<{ row: unknown }>(
          sql`select to_jsonb(t) as row from ${sql.identifier(table)} as t
              where ${sql.identifier(column)} = ${id} order by to_jsonb(t)::text`,
        )
      ).rows.map(({ row }) => row);
    return rows;
  }

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
    belongings,
    client,
    listed,
    nextNumber,
    publish,
    purge,
    restore,
    statusOf,
    text,
    trash,
  };
}
