import { afterEach, expect } from 'vitest';
import { redirects } from '#domain/redirects/tables.server.ts';
import type { NewsroomApi } from '../newsroom-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';
import type { DatabaseKind } from '../full.ts';

export interface ApiRedirect {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

export const create = (newsroom: NewsroomApi, from: string, to: string, kind = 'exact') =>
  newsroom.request<ApiRedirect & { detail: string; fields: Record<string, string>; path?: string[] }>(
    'POST',
    '/redirects',
    { kind, from, to },
  );

/** A site with an editor for all tests of a suite. The redirects of a test are removed after it. */
export function redirectSite(databaseKind: DatabaseKind) {
  const site = prepareNewsroomSite({ databaseKind }, { role: 'editor' });
  afterEach(async () => {
    await site.app.database.transaction(async (tx) => {
      await tx.delete(redirects);
      tx.purge('*');
    });
  });

  /** Status and target of an address. */
  async function answer(path: string) {
    const response = await site.app.fetch(path);
    return [response.status, response.headers.get('location')];
  }
  async function add(from: string, to: string, kind?: string): Promise<ApiRedirect> {
    const { status, body } = await create(site.newsroom, from, to, kind);
    expect([from, status, body.fields]).toEqual([from, 201, undefined]);
    return body;
  }
  async function refused(from: string, to: string, kind?: string) {
    const { status, body } = await create(site.newsroom, from, to, kind);
    return [status, body.fields];
  }
  const list = (query = '') =>
    site.newsroom.request<{ redirects: ApiRedirect[]; total: number }>('GET', `/redirects${query}`);

  return { site, answer, add, refused, list };
}
