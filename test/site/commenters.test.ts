import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { adminHeaders, postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { crawl, type Visited } from './crawl.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const LOCAL = 'canarywriter';
const HOST = 'canarynest.example';
const ADDRESS = `${LOCAL}@${HOST}`;

/** The email address, its parts, and encodings and hashes of it. */
const TRACES = [
  LOCAL,
  'canarynest',
  ...['md5', 'sha1', 'sha256'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) =>
      createHash(algorithm).update(ADDRESS).digest(encoding).replace(/=+$/, ''),
    ),
  ),
  Buffer.from(ADDRESS).toString('base64url'),
  encodeURIComponent(ADDRESS),
].map((trace) => trace.toLowerCase());

const tracesIn = (text: string) => TRACES.filter((trace) => text.toLowerCase().includes(trace));

describe.each(DATABASE_KINDS)('the address of a commenter, on the %s database', (databaseKind) => {
  const printed: string[] = [];
  const answers: { readonly from: string; readonly text: string }[] = [];
  let app: TestApp;
  let visited: Visited[];

  const note = async (from: string, response: Response) => {
    const headers = JSON.stringify([...response.headers]);
    answers.push({ from: `${response.status} ${from}`, text: headers + (await response.text()) });
  };
  const comment = (comment_text: string, more: object = {}) =>
    postJson(app, '/api/articles/discussed/comments', { user_email: ADDRESS, comment_text, ...more });
  const form = (fields: Record<string, string>) =>
    app.fetch('/article/discussed/comments', { method: 'POST', body: new URLSearchParams(fields) });

  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      env: { TRUST_PROXY: '1' },
      log: createLog('trace', (line) => void printed.push(line)),
    });
    await makeArticle(app.database, { slug: 'discussed' });
    await note('shown', await comment('Shown to everybody'));
    await note('held', await comment('Held back', { website: 'x' }));
    await note('too long', await comment('a'.repeat(6_000)));
    await note(
      'nowhere',
      await postJson(app, '/api/articles/nowhere/comments', { user_email: ADDRESS, comment_text: 'x' }),
    );
    await note(
      'plain form',
      await form({ user_email: ADDRESS.toUpperCase(), comment_text: 'By the plain form' }),
    );
    for (let number = 0; number < 9; number++) await note('too many', await comment(`Number ${number}`));
    visited = await crawl(app, PUBLIC_URL);
    for (const path of ['/api/articles/discussed/comments', '/article/discussed?posted=yes'])
      visited.push({ path, status: 200, text: await (await app.fetch(path)).text() });
  });
  afterAll(() => app.close());

  test('is visible in the newsroom, so the other tests could find a leak', async () => {
    const headers = await adminHeaders(app);
    const list = await app.fetch('/api/newsroom/moderation?state=published', { headers });
    expect(await list.text()).toContain(ADDRESS);
    expect(visited.some(({ text }) => text.includes('Shown to everybody'))).toBe(true);
    expect(visited.some(({ text }) => text.includes('By the plain form'))).toBe(true);
    expect(answers.map(({ from }) => from)).toEqual(
      expect.arrayContaining([
        '201 shown',
        '201 held',
        '422 too long',
        '404 nowhere',
        '303 plain form',
        '429 too many',
      ]),
    );
  });

  test('is on no public page, in no feed and in no public response', () => {
    const leaks = visited.filter(({ path, text }) => tracesIn(path + text).length > 0);
    expect(leaks.map(({ path }) => path)).toEqual([]);
    expect(visited.some(({ text }) => text.includes('Held back'))).toBe(false);
  });

  test('is neither in the responses to its sender nor in their headers', () => {
    const leaks = answers.filter(({ text }) => tracesIn(text).length > 0);
    expect(leaks.map(({ from }) => from)).toEqual([]);
  });

  test('is in no log line, even when the database fails', async () => {
    expect(printed.some((line) => line.includes('/api/articles/discussed/comments'))).toBe(true);
    // The error of the driver has the statement with its parameters, and that of PostgreSQL the whole row.
    const constraint = sql`alter table comments add constraint refuse_all check (false) not valid`;
    await app.database.db.execute(constraint);
    const before = printed.length;
    const failed = await postJson(
      app,
      '/api/articles/discussed/comments',
      { user_email: ADDRESS, comment_text: 'Lost' },
      { 'x-forwarded-for': '203.0.113.9' },
    );
    await app.database.db.execute(sql`alter table comments drop constraint refuse_all`);
    expect(failed.status).toBe(500);
    expect(printed.slice(before).some((line) => line.includes('refuse_all'))).toBe(true);
    expect(tracesIn(await failed.text())).toEqual([]);
    expect(printed.flatMap(tracesIn)).toEqual([]);
  });
});
