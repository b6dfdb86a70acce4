import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { adminHeaders, postJson } from '../accounts.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { fillDataDir } from '../databases.ts';
import { makeArticle } from '../factories.ts';
import { submitForm } from '../newsletter.ts';
import { waitForLocks } from './lock-waits.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-outages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const articleInput = {
  title: 'Written in difficult times',
  slug: 'written-in-difficult-times',
  excerpt: 'An excerpt',
  content: '<p>Text</p>',
  category_slug: 'sports',
  is_draft: true,
};

async function expectUnavailable(answer: Response): Promise<void> {
  const text = await answer.text();
  expect([answer.status, text]).toEqual([503, expect.stringContaining('"code":"unavailable"')]);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(text).not.toMatch(/select|insert|pool|timeout|terminated|disk/i);
}

/** The readiness check runs at most once a second, so its result may be that old. */
const expectReadiness = (app: TestApp, status: number) =>
  vi.waitFor(async () => expect((await app.fetch('/readyz')).status).toBe(status), {
    timeout: 20_000,
    interval: 100,
  });

describe.each(DATABASE_KINDS)('without the %s database', (databaseKind) => {
  test('API and pages answer 503 with Retry-After, and forms keep their input', async () => {
    const app = await testApp({ databaseKind });
    const headers = await adminHeaders(app);
    await makeArticle(app.database, { slug: 'story' });
    await expectReadiness(app, 200);
    const stored = await (await app.fetch('/sports')).text();
    await app.database.close();
    const message = { name: 'A', email: 'a@b.example', subject: 'S', message: 'Kept' };
    const comment = { user_email: 'a@b.example', comment_text: 'Kept' };
    const requests = [
      app.fetch('/api/newsroom/articles', { headers }),
      app.fetch('/api/newsroom/settings', { headers }),
      app.fetch('/api/articles'),
      app.fetch('/api/account', { headers }),
      postJson(app, '/api/newsroom/articles', articleInput, headers),
      postJson(app, '/api/articles/story/comments', comment),
      postJson(app, '/api/sessions', { email: 'a@b.example', password: 'nine small herons fishing' }),
      postJson(app, '/api/password-resets', { email: 'a@b.example' }),
    ];
    for (const request of requests) await expectUnavailable(await request);
    const forms = {
      '/contact': message,
      '/newsletter': { email: 'a@b.example' },
      '/your-data': { email: 'a@b.example' },
      '/article/story/comments': comment,
    };
    for (const [path, fields] of Object.entries(forms)) {
      const answer = await submitForm(app, path, fields);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(answer.headers.get('content-type')).toContain('text/html');
    }
    expect(await (await submitForm(app, '/contact', message)).text()).toContain('Kept');
    // A stored page is served; none looks empty or missing.
    expect(await (await app.fetch('/sports')).text()).toBe(stored);
    for (const path of ['/articles', '/culture', '/article/story', '/article/unknown']) {
      const answer = await app.fetch(path);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 503, 'no-store']);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      const html = await answer.text();
      expect(html).toContain('Back in a moment');
      expect(html).toContain('name="robots" content="noindex"');
      expect(html).not.toMatch(/No articles|not found/i);
    }
    for (const path of ['/about', '/healthz']) expect((await app.fetch(path)).status).toBe(200);
    await expectReadiness(app, 503);
    await app.close();
  });

  test('waiting for a free connection times out', async () => {
    const app = await testApp({ databaseKind });
    const free = Promise.withResolvers<void>();
    const taken = Array.from({ length: databaseKind === 'server' ? 10 : 1 }, () => {
      const begun = Promise.withResolvers<void>();
      const done = app.database.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        begun.resolve();
        await free.promise;
      });
      return { begun: begun.promise, done };
    });
    await Promise.all(taken.map(({ begun }) => begun));
    await expectUnavailable(await app.fetch('/api/articles'));
    expect((await app.fetch('/readyz')).status).toBe(503);
    free.resolve();
    await Promise.all(taken.map(({ done }) => done));
    expect((await app.fetch('/api/articles')).status).toBe(200);
    await expectReadiness(app, 200);
    await app.close();
  });
});

describe('the data folder', () => {
  test('on a full disk rejects writes with 503, loses nothing, and accepts writes again', async (context) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk]).status !== 0)
      context.skip('a small disk can only be made by root, where mounting is allowed');
    try {
      const dataDir = join(disk, 'data');
      await fillDataDir(dataDir);
      const database = await openDatabase({ dataDir });
      const app = await testApp({
        dataDir,
        testDatabase: { database, url: undefined, close: () => database.close() },
      });
      const headers = await adminHeaders(app);
      await expectReadiness(app, 200);
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize));
      await expectReadiness(app, 503);
      // Writes that fit into existing database pages still work; those that need new pages do not.
      const content = () => `<p>${Array.from({ length: 9_000 }, () => Math.random()).join(' ')}</p>`;
      const confirmed: string[] = [];
      const tries = Array.from({ length: 40 }, (_, index) => `title-${index}`);
      let refused: Response | undefined;
      for (const title of tries) {
        const answer = await postJson(
          app,
          '/api/newsroom/articles',
          { ...articleInput, title, slug: title, content: content() },
          headers,
        );
        if (answer.status !== 201) refused ??= answer;
        else confirmed.push(title);
        if (refused) break;
      }
      if (refused === undefined) throw new Error('the disk was not full');
      await expectUnavailable(refused);
      rmSync(join(disk, 'ballast'));
      await expectReadiness(app, 200);
      const answer = await postJson(
        app,
        '/api/newsroom/articles',
        { ...articleInput, title: 'after', slug: 'after' },
        headers,
      );
      expect(answer.status).toBe(201);
      const rows = await app.database.db.select({ title: articles.title }).from(articles);
      expect(rows.map(({ title }) => title).toSorted()).toEqual([...confirmed, 'after'].toSorted());
      await app.close();
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});

describe('while an article is being deleted', () => {
  /** Runs `request` while an open transaction has deleted the article; commits once the request waits for it. */
  async function during(app: TestApp, id: string, request: () => Promise<Response>): Promise<Response> {
    const deleted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const deletion = app.database.transaction(async (tx) => {
      await tx.execute(sql`delete from articles where id = ${id}`);
      deleted.resolve();
      await commit.promise;
    });
    await deleted.promise;
    const answer = request();
    await waitForLocks(app.database);
    commit.resolve();
    await deletion;
    return answer;
  }

  test('posting a comment answers 404, and stores nothing', async () => {
    const app = await testApp({ databaseKind: 'server' });
    const { id } = await makeArticle(app.database, { slug: 'commented' });
    const comment = { user_email: 'a@b.example', comment_text: 'Too late' };
    const posted = await during(app, id, () => postJson(app, '/api/articles/commented/comments', comment));
    expect(posted.status).toBe(404);
    const { rows } = await app.database.db.execute(sql`select count(*)::int as count from comments`);
    expect(rows).toEqual([{ count: 0 }]);
    await app.close();
  });
});
