import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { SHARED_PREVIEW_PATH } from '#domain/articles/preview-links/preview-link.ts';
import { createLog } from '#platform/log.server.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { PUBLIC_URL, type TestApp, testApp } from './app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from './newsroom-api.ts';
import type { DatabaseKind } from './full.ts';

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
export function previewLinkContext(databaseKind: DatabaseKind) {
  let app: TestApp;
  let editor: NewsroomApi;
  let owner: TestAccount;
  let contributor: NewsroomApi;
  const start = new Date('2026-03-10T12:00:00Z');
  let now = start;
  const logged: string[] = [];
  const tokens: string[] = [];

  beforeAll(async () => {
    const log = createLog('trace', (line) => void logged.push(line));
    app = await testApp({ databaseKind, clock: () => now, log, env: { TRUST_PROXY: '1' } });
    const person = await makeAccount(app, { role: 'editor', name: 'Edda Editor' });
    editor = await newsroomApi(app, 'editor', person);
    owner = await makeAccount(app, { role: 'contributor' });
    contributor = await newsroomApi(app, 'contributor', owner);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    now = start;
  });

  const draft = (fields: Readonly<Record<string, unknown>> = {}, newsroom = editor) =>
    newsroom.create({ slug: `shared-${crypto.randomUUID()}`, content: `<p>${TEXT}</p>`, ...fields });
  const create = async (article: Pick<ApiArticle, 'id'>, newsroom = editor) => {
    const { status, body } = await newsroom.request<Links & { url: string }>('POST', pathOf(article));
    if (status === 201) tokens.push(new URL(body.url).searchParams.get('token') ?? '');
    return { status, body };
  };
  /** The path of a new link. */
  async function share(article: Pick<ApiArticle, 'id'>, newsroom = editor): Promise<string> {
    const { status, body } = await create(article, newsroom);
    expect(status).toBe(201);
    expect(body.url.startsWith(`${PUBLIC_URL}${SHARED_PREVIEW_PATH}?token=`)).toBe(true);
    return body.url.slice(PUBLIC_URL.length);
  }
  let network = 0;
  /** Every request from another network, unless the test is about that. */
  const open = (path: string, from = `203.0.113.${++network % 250}`) =>
    app.fetch(path, { headers: { ...BROWSER, 'x-forwarded-for': from } });
  const opened = async (path: string) => {
    const response = await open(path);
    return [response.status, await response.text()] as const;
  };

  return {
    get app() {
      return app;
    },
    get contributor() {
      return contributor;
    },
    get editor() {
      return editor;
    },
    get owner() {
      return owner;
    },
    get now() {
      return now;
    },
    set now(next: Date) {
      now = next;
    },
    create,
    draft,
    logged,
    open,
    opened,
    pathOf,
    share,
    start,
    tokens,
  };
}
