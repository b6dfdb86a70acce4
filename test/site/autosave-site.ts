import { beforeEach } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import type { ApiArticle, NewsroomApi } from '../newsroom-api.ts';
import type { DatabaseKind } from '../full.ts';
import { prepareClients, prepareClockedNewsroomSite } from './newsroom-site.ts';

export const EDITOR = '11111111-1111-4111-8111-111111111111';

const pathOf = ({ id }: { readonly id: string }) => `/articles/${id}/autosave`;

/** A site with a client for every role, and without articles at the start of each test. */
export function prepareAutosaveSite(databaseKind: DatabaseKind) {
  const site = prepareClockedNewsroomSite({ databaseKind }, { name: 'The admin' });
  const { as } = prepareClients(site, ['contributor', 'author', 'editor']);
  beforeEach(async () => {
    // The rate is that of ten seconds; access tokens are valid for ten minutes.
    site.now = new Date(site.now.getTime() + 11_000);
    await site.app.database.transaction(async (tx) => {
      await tx.delete(articles);
      tx.purge('*');
    });
  });

  /** The ETag of the present state. */
  const etagOf = async (article: { readonly id: string }) =>
    (await site.newsroom.request('GET', pathOf(article))).headers.get('etag') ?? '';
  /** @param etag of the state that the autosave replaces; default: of the present one */
  const autosave = async (
    article: ApiArticle,
    change: Readonly<Record<string, unknown>>,
    { etag, by = site.newsroom }: { readonly etag?: string | undefined; readonly by?: NewsroomApi } = {},
  ) =>
    by.request(
      'PUT',
      pathOf(article),
      { ...article, based_on: article.revision, editor_id: EDITOR, ...change },
      { 'if-match': etag ?? (await etagOf(article)) },
    );
  const read = async (article: { readonly id: string }, by = site.newsroom) =>
    (await by.request<{ autosave: Record<string, unknown> | null }>('GET', pathOf(article))).body;
  const get = async ({ id }: { readonly id: string }) =>
    (await site.newsroom.request<ApiArticle>('GET', `/articles/${id}`)).body;

  return Object.assign(site, { as, autosave, etagOf, get, pathOf, read });
}
