import { beforeEach, expect } from 'vitest';
import { SHARED_PREVIEW_PATH } from '#domain/articles/preview-links/preview-link.ts';
import { createLog } from '#platform/log.server.ts';
import { PUBLIC_URL } from '../app.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import type { DatabaseKind } from '../full.ts';
import { prepareClients, prepareClockedNewsroomSite } from './newsroom-site.ts';

export interface Links {
  readonly links: readonly {
    readonly id: string;
    readonly created_by_name: string;
    readonly created_at: string;
    readonly expires_at: string;
  }[];
}

export const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
};
export const TEXT = 'Nobody outside has read this sentence.';

const pathOf = ({ id }: Pick<ApiArticle, 'id'>) => `/articles/${id}/preview-links`;

/** A site with an editor and a contributor, for all tests of a suite. The clock of every test starts at the same time. */
export function preparePreviewLinkSite(databaseKind: DatabaseKind) {
  const start = new Date('2026-03-10T12:00:00Z');
  const logged: string[] = [];
  const tokens: string[] = [];
  const site = prepareClockedNewsroomSite(
    {
      databaseKind,
      log: createLog('trace', (line) => void logged.push(line)),
      env: { TRUST_PROXY: '1' },
    },
    { role: 'editor', name: 'Edda Editor' },
  );
  const { accounts, as } = prepareClients(site, ['contributor']);
  beforeEach(() => {
    site.now = start;
  });

  const draft = (fields: Readonly<Record<string, unknown>> = {}, newsroom = site.newsroom) =>
    newsroom.create({ slug: `shared-${crypto.randomUUID()}`, content: `<p>${TEXT}</p>`, ...fields });
  const create = async (article: Pick<ApiArticle, 'id'>, newsroom = site.newsroom) => {
    const { status, body } = await newsroom.request<Links & { url: string }>('POST', pathOf(article));
    if (status === 201) tokens.push(new URL(body.url).searchParams.get('token') ?? '');
    return { status, body };
  };
  /** The path of a new link. */
  async function share(article: Pick<ApiArticle, 'id'>, newsroom = site.newsroom): Promise<string> {
    const { status, body } = await create(article, newsroom);
    expect(status).toBe(201);
    expect(body.url.startsWith(`${PUBLIC_URL}${SHARED_PREVIEW_PATH}?token=`)).toBe(true);
    return body.url.slice(PUBLIC_URL.length);
  }
  let network = 0;
  /** Every request from another network, unless the test is about that. */
  const open = (path: string, from = `203.0.113.${++network % 250}`) =>
    site.app.fetch(path, { headers: { ...BROWSER, 'x-forwarded-for': from } });
  const opened = async (path: string) => {
    const response = await open(path);
    return [response.status, await response.text()] as const;
  };

  const clients = { accounts, as, logged, start, tokens };
  const links = { create, draft, open, opened, pathOf, share };
  return Object.assign(site, clients, links);
}
