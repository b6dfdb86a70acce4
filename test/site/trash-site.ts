import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { ROLES } from '#domain/accounts/permissions.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { createSequence } from '../sequence.ts';
import type { DatabaseKind } from '../full.ts';
import { prepareClients, prepareClockedNewsroomSite } from './newsroom-site.ts';

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
export function prepareTrashSite(databaseKind: DatabaseKind) {
  const site = prepareClockedNewsroomSite({ databaseKind });
  const { accounts, as } = prepareClients(site, ROLES);
  const nextNumber = createSequence();
  beforeEach(() => {
    site.now = new Date();
  });

  const publish = (fields: Record<string, unknown> = {}) =>
    site.newsroom.create({ slug: `trashed-${nextNumber()}`, is_draft: false, ...fields });
  const trash = async ({ id }: ApiArticle, by = site.newsroom) =>
    (await by.request('DELETE', `/articles/${id}`)).status;
  const restore = ({ id }: ApiArticle, by = site.newsroom) =>
    by.request<ApiArticle>('POST', `/articles/${id}/restoration`);
  const purge = async ({ id }: ApiArticle, by = site.newsroom) =>
    (await by.request('DELETE', `/trash/${id}`)).status;
  const listed = async (by = site.newsroom) =>
    (await by.request<{ articles: Trashed[] }>('GET', '/trash')).body.articles;

  async function belongings({ id }: ApiArticle): Promise<Record<string, unknown[]>> {
    const rows: Record<string, unknown[]> = {};
    for (const [table, column] of BELONGINGS)
      rows[table] = (
        await site.app.database.db.execute<{ row: unknown }>(
          sql`select to_jsonb(t) as row from ${sql.identifier(table)} as t
              where ${sql.identifier(column)} = ${id} order by to_jsonb(t)::text`,
        )
      ).rows.map(({ row }) => row);
    return rows;
  }

  const clients = { accounts, as, nextNumber };
  const requests = { belongings, listed, publish, purge, restore, trash };
  return Object.assign(site, clients, requests);
}
