import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { createLog } from '#platform/log.server.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import { adminHeaders, postJson } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { openServerTestDatabase, type TestDatabase } from '../databases.ts';
import { makeArticle } from '../factories.ts';
import { type StallingProxy, startStallingProxy } from '../stalling-proxy.ts';

const WAIT = { timeout: 25_000, interval: 50 };

/** The connection on which a process receives notifications of changes. */
const isListener = (startup: string) => startup.includes('meridian-changes');

/** Two processes on one database. Only the second one is behind the proxy. */
describe('a PostgreSQL server that stops responding', () => {
  let opened: TestDatabase;
  let proxy: StallingProxy;
  let first: TestApp;
  let second: TestApp;
  let headers: Record<string, string>;
  let sequence = 0;
  /** What the database layer of the second process has logged. */
  let log: string[];

  beforeAll(async () => {
    opened = await openServerTestDatabase();
    first = await testApp({ testDatabase: opened });
    headers = await adminHeaders(first);
  });
  afterAll(() => first.close());

  const begin = async () => {
    proxy = await startStallingProxy(opened.url ?? '');
    log = [];
    const database = await openDatabase({
      url: proxy.url,
      log: createLog('warn', (line) => void log.push(line)),
    });
    second = await testApp({
      testDatabase: { database, url: proxy.url, close: () => database.close() },
      // The secrets of the first process, as processes that share a database need them.
      dataDir: first.dataDir,
    });
  };
  afterEach(async () => {
    await second.close();
    await proxy.close();
  });

  const publish = async () => {
    const slug = `story-${++sequence}`;
    const { id } = await makeArticle(opened.database, { slug, title: 'Withdrawn' });
    const path = `/article/${slug}`;
    await vi.waitFor(async () => expect((await second.fetch(path)).status).toBe(200), WAIT);
    return {
      path,
      moveToTrash: () => first.fetch(`/api/newsroom/articles/${id}`, { method: 'DELETE', headers }),
    };
  };

  test.each([
    ['the connection of the listener', isListener],
    ['every connection', () => true],
  ])('%s stops responding: an unpublished article disappears all the same', async (_name, which) => {
    await begin();
    const { path, moveToTrash } = await publish();
    proxy.stall(which);
    expect((await moveToTrash()).status).toBe(204);
    await vi.waitFor(async () => expect((await second.fetch(path)).status).toBe(410), WAIT);
    expect(await (await second.fetch(path)).text()).not.toContain('Withdrawn');
    // The next change is received again.
    const next = await publish();
    await next.moveToTrash();
    await vi.waitFor(async () => expect((await second.fetch(next.path)).status).toBe(410), WAIT);
  });

  test('no connection responds: writes fail with 503, stale pages are served, and all works afterwards', async () => {
    await begin();
    const { path } = await publish();
    expect((await second.fetch('/readyz')).status).toBe(200);
    proxy.stallNewConnections(true);
    proxy.stall();
    const comment = (text: string) =>
      postJson(second, `/api/articles/${path.slice('/article/'.length)}/comments`, {
        user_email: 'reader@example.com',
        comment_text: text,
      });
    const responses = await Promise.all([comment('one'), comment('two'), comment('three')]);
    for (const response of responses) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await response.text()).toContain('"code":"unavailable"');
    }
    expect((await second.fetch('/readyz')).status).toBe(503);
    expect(await (await second.fetch(path)).text()).toContain('Withdrawn');
    proxy.stallNewConnections(false);
    await vi.waitFor(async () => expect((await second.fetch('/readyz')).status).toBe(200), WAIT);
    expect((await comment('four')).status).toBe(201);
  });

  test('connections stop responding while the listener is disconnected: all works afterwards', async () => {
    await begin();
    proxy.stallNewConnections(true, isListener);
    proxy.stall(isListener);
    // Connections that were opened after the listener was lost, because it cannot report its loss again.
    await vi.waitFor(() => expect(log.join()).toContain('change feed connection was lost'), WAIT);
    expect((await second.fetch('/readyz')).status).toBe(200);
    proxy.stallNewConnections(true);
    proxy.stall();
    await vi.waitFor(async () => expect((await second.fetch('/readyz')).status).toBe(503), WAIT);
    proxy.stallNewConnections(false);
    await vi.waitFor(async () => expect((await second.fetch('/readyz')).status).toBe(200), WAIT);
  });
});

describe('the process', () => {
  test('exits with 0 on SIGTERM while the server does not respond', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'meridian-silent-'));
    const opened = await openServerTestDatabase();
    const proxy = await startStallingProxy(opened.url ?? '');
    const child = spawn(process.execPath, [join(packageRoot, 'src/run-site.fixture.ts')], {
      env: { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: proxy.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let out = '';
      child.stdout.on('data', (text: Buffer) => (out += text.toString()));
      const ended = new Promise((resolve) => child.once('close', resolve));
      const address = () => /ready at (http:\S+)/.exec(out)?.[1] ?? '';
      await vi.waitFor(() => expect(address()).not.toBe(''), { timeout: 60_000 });
      expect(await (await fetch(address())).text()).toBe('finished');
      proxy.stallNewConnections(true);
      proxy.stall();
      const waiting = [1, 2, 3].map(() => fetch(address()).catch(() => 'cut'));
      await sleep(500);
      child.kill('SIGTERM');
      // After ten seconds the process exits with 1.
      expect(await ended).toBe(0);
      await Promise.all(waiting);
    } finally {
      child.kill('SIGKILL');
      await proxy.close();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
