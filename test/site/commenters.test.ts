import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { adminHeaders, post } from '../accounts.ts';
import { kindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { crawl, type Visited } from './crawl.ts';

const KINDS = kindsFor(import.meta.filename);

const LOCAL = 'canarywriter';
const HOST = 'canarynest.example';
const ADDRESS = `${LOCAL}@${HOST}`;

/** The address, its parts, and what somebody might have made of it who thought that this hides it. */
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

describe.each(KINDS)('the address of a commenter, on the %s database', (on) => {
  const printed: string[] = [];
  const answers: { readonly from: string; readonly text: string }[] = [];
  let app: TestApp;
  let visited: Visited[];

  const note = async (from: string, answer: Response) => {
    const headers = JSON.stringify([...answer.headers]);
    answers.push({ from: `${answer.status} ${from}`, text: headers + (await answer.text()) });
  };
  const comment = (comment_text: string, more: object = {}) =>
    post(app, '/api/articles/discussed/comments', { user_email: ADDRESS, comment_text, ...more });
  const form = (fields: Record<string, string>) =>
    app.fetch('/article/discussed/comments', { method: 'POST', body: new URLSearchParams(fields) });

  beforeAll(async () => {
    app = await testApp({
      on,
      env: { TRUST_PROXY: '1' },
      log: createLog('trace', (line) => void printed.push(line)),
    });
    await makeArticle(app.database, { slug: 'discussed' });
    await note('shown', await comment('Shown to everybody'));
    await note('held', await comment('Held back', { website: 'x' }));
    await note('too long', await comment('a'.repeat(6_000)));
    await note(
      'nowhere',
      await post(app, '/api/articles/nowhere/comments', { user_email: ADDRESS, comment_text: 'x' }),
    );
    await note(
      'plain form',
      await form({ user_email: ADDRESS.toUpperCase(), comment_text: 'By the plain form' }),
    );
    for (let number = 0; number < 9; number++) await note('too many', await comment(`Number ${number}`));
    visited = await crawl(app, PUBLIC_URL);
    for (const path of ['/api/articles/discussed/comments', '/article/discussed?posted=yes'])
      visited.push({ path, status: 200, text: await (await app.fetch(path)).text() });
  }, 60_000);
  afterAll(() => app.close());

  test('is what the newsroom sees, so it was there to be leaked', async () => {
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

  test('is on no page, in no feed and in no answer that anybody may ask for', () => {
    const leaks = visited.filter(({ path, text }) => tracesIn(path + text).length > 0);
    expect(leaks.map(({ path }) => path)).toEqual([]);
    expect(visited.some(({ text }) => text.includes('Held back'))).toBe(false);
  });

  test('is in no answer to the one who gave it, nor in its headers', () => {
    const leaks = answers.filter(({ text }) => tracesIn(text).length > 0);
    expect(leaks.map(({ from }) => from)).toEqual([]);
  });

  test('is in no line of the log, also when the database fails in the middle', async () => {
    expect(printed.some((line) => line.includes('/api/articles/discussed/comments'))).toBe(true);
    const transaction = vi.spyOn(app.database, 'transaction').mockImplementation(() =>
      Promise.reject(
        Object.assign(new Error(`Failed query: insert into comments\nparams: ${ADDRESS},${LOCAL}`), {
          detail: `Key (user_email)=(${ADDRESS})`,
        }),
      ),
    );
    const failed = await post(
      app,
      '/api/articles/discussed/comments',
      { user_email: ADDRESS, comment_text: 'Lost' },
      { 'x-forwarded-for': '203.0.113.9' },
    );
    transaction.mockRestore();
    expect(failed.status).toBe(500);
    expect(tracesIn(await failed.text())).toEqual([]);
    expect(printed.flatMap(tracesIn)).toEqual([]);
  });
});
