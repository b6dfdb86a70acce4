import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articleRevisions } from '#domain/articles/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import type { DatabaseKind } from '../full.ts';
import { onArticle } from './article-requests.ts';

/** The time at which every test starts. */
const START = new Date('2026-05-04T12:00:00.000Z');

const at = (ms: number) => new Date(START.getTime() + ms);

/** Gives each test a new site with a clock of its own, which can have several processes, and an administrator. */
export function prepareScheduleSite(databaseKind: DatabaseKind) {
  let opened: TestDatabase;
  let app: TestApp;
  let admin: TestAccount;
  let now: Date;
  let closers: (() => Promise<void>)[];
  let dataDir: string;

  beforeEach(async () => {
    now = START;
    closers = [];
    dataDir = mkdtempSync(join(tmpdir(), 'meridian-schedules-'));
    const kind = databases.find(({ name }) => name === databaseKind);
    if (kind === undefined) throw new Error(`no database is ${databaseKind}`);
    opened = await kind.open();
    app = await start();
    admin = await makeAccount(app, { role: 'admin', name: 'Ada Admin' });
  });
  afterEach(async () => {
    for (const close of closers.toReversed()) await close();
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Another process of the same site, with the same clock. The database stays open when it stops. */
  async function start(database = opened.database): Promise<TestApp> {
    const started = await testApp({
      testDatabase: { database, url: opened.url, close: () => Promise.resolve() },
      dataDir,
      clock: () => now,
      env: { TIME_ZONE: 'Europe/Berlin' },
    });
    closers.push(() => started.close());
    return started;
  }
  /** Signs in again: access tokens are valid for ten minutes. */
  const newsroom = (role: Role = 'admin', account = admin): Promise<NewsroomApi> =>
    newsroomApi(app, role, account);
  const draft = async (fields: Record<string, unknown> = {}) =>
    (await newsroom()).create({ slug: 'timed', title: 'Timed', ...fields });
  const schedule = async (article: ApiArticle, action: string, when: Date | string, by?: NewsroomApi) =>
    onArticle(by ?? (await newsroom()), article, 'PUT', 'schedule', {
      action,
      at: typeof when === 'string' ? when : when.toISOString(),
    });
  const cancel = async ({ id }: ApiArticle) =>
    (await newsroom()).request('DELETE', `/articles/${id}/schedule`);
  /** A published article with pending changes. */
  const changed = async (fields: Record<string, unknown> = {}) => {
    const article = await draft({ is_draft: false, ...fields });
    const { status, body } = await saveForLater(article, { title: 'Changed since', ...fields });
    expect(status).toBe(200);
    return body;
  };
  const saveForLater = async (article: ApiArticle, change: Record<string, unknown>) =>
    onArticle(await newsroom(), article, 'PUT', 'pending-changes', { ...article, ...change });
  const get = async ({ id }: ApiArticle) =>
    (await (await newsroom()).request<ApiArticle>('GET', `/articles/${id}`)).body;
  const statusOf = async (path: string, instance = app) => (await instance.fetch(path)).status;
  const textOf = async (path: string, instance = app) => (await instance.fetch(path)).text();
  const statusesOf = (...paths: string[]) => Promise.all(paths.map((path) => statusOf(path)));
  const revisions = ({ id }: ApiArticle) =>
    app.database.db.$count(articleRevisions, eq(articleRevisions.articleId, id));
  const pendingJobs = () =>
    app.database.db.$count(jobs, sql`kind = 'articles.run-schedule' and done_at is null`);
  const events = async ({ id }: ApiArticle) =>
    (
      await app.database.db
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.objectId, id))
        .orderBy(auditEvents.id)
    ).map(({ action, actorName, detail }) => [action, actorName, detail]);
  async function advanceTo(ms: number, instance = app): Promise<void> {
    now = at(ms);
    await instance.jobs.runDue();
  }

  return {
    get app() {
      return app;
    },
    set app(next: TestApp) {
      app = next;
    },
    get now() {
      return now;
    },
    set now(next: Date) {
      now = next;
    },
    get admin() {
      return admin;
    },
    get opened() {
      return opened;
    },
    get closers() {
      return closers;
    },
    advanceTo,
    at,
    cancel,
    changed,
    draft,
    events,
    get,
    newsroom,
    pendingJobs,
    revisions,
    saveForLater,
    schedule,
    start,
    statusOf,
    statusesOf,
    textOf,
  };
}
