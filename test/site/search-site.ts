import { expect } from 'vitest';
import { sql } from 'drizzle-orm';
import { enqueueIndexing } from '#domain/articles/search/indexing-job.server.ts';
import type { SearchJson } from '#reader/search/search-json.ts';
import type { DatabaseKind } from '../full.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

/** A site whose articles can be searched, for all tests of a suite. Every search comes from another network. */
export function prepareSearchSite(databaseKind: DatabaseKind) {
  const site = prepareNewsroomSite({ databaseKind, env: { TRUST_PROXY: '1' } });
  let network = 0;
  const request = (path: string) =>
    site.app.fetch(path, { headers: { 'x-forwarded-for': `10.0.${network >> 8}.${network++ & 255}` } });
  const find = async (q: string, filters: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({ q, ...filters }).toString();
    const response = await request(`/api/search?${parameters}`);
    expect(response.status).toBe(200);
    return (await response.json()) as SearchJson;
  };
  /** The slugs of the results, in order. */
  const slugs = async (q: string, filters?: Record<string, string>) =>
    (await find(q, filters)).results.map(({ path }) => path.slice('/article/'.length));
  const publish = (slug: string, more: object = {}): Promise<ApiArticle> =>
    site.newsroom.create({ slug, title: slug.replaceAll('-', ' '), is_draft: false, ...more });
  /** Runs the job, as some minutes later. */
  const index = async () => {
    await site.app.database.transaction(enqueueIndexing);
    await site.app.jobs.runDue();
  };
  const words = async () =>
    (await site.app.database.db.execute<{ word: string }>(sql`select word from search_words`)).rows.map(
      ({ word }) => word,
    );

  return Object.assign(site, { find, index, publish, request, slugs, words });
}
