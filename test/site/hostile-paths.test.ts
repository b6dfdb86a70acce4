import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleSlugs } from '#domain/articles/tables.server.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

/** Malformed or unusual path segments and query values, percent-encoded as they are sent. */
const HOSTILE = [
  '%F0%9F%98%80',
  '%F0%9F%98%80'.repeat(100),
  '%00',
  '%ED%A0%80',
  '%C3%28',
  '%F4%90%80%80',
  '%2F',
  '%2f..%2fetc',
  '..',
  '%2e%2e',
  '%5C',
  '%25',
  '%',
  '%zz',
  '%0A',
  '%0D%0Alocation:x',
  '%E2%80%A8',
  '%EF%BB%BF',
  '%C2%A0',
  '%C3%A9',
  '%CC%81',
  'a%20b',
  'é',
  'a'.repeat(300),
  'a'.repeat(3_000),
  "'",
  '"',
  '<script>',
  '%3Cscript%3E',
  '{}',
  '-',
  'UPPER',
  '__proto__',
  'constructor',
  '99999999999999999999',
  '-1',
] as const;

/** Every route with a parameter in its path or query; X marks the parameter. */
const ROUTES = [
  '/X',
  '/X/',
  '/article/X',
  '/article/X/comments',
  '/article/known?comments=X',
  '/article/known?posted=X',
  '/articles/X',
  '/articles?page=X',
  '/sports?page=X',
  '/newsletter/X',
  '/newsletter/archive?page=X',
  '/newsletter/archive/X',
  '/newsletter/issues/X',
  '/newsletter/confirm?token=X',
  '/newsletter/unsubscribe?token=X',
  '/your-data?token=X',
  '/media/X',
  '/media/article-images/X',
  '/assets/X',
  '/api/articles/X',
  '/api/articles/X/comments',
  '/api/articles?category=X',
  '/api/articles?page=X',
  '/api/categories/X',
  '/api/newsroom/articles/X',
  '/admin/X',
  '/login/X',
] as const;

describe.each(DATABASE_KINDS)('a malformed path, on the %s database', (databaseKind) => {
  let app: TestApp;
  let port: number;

  beforeAll(async () => {
    app = await testApp({ databaseKind });
    const article = await makeArticle(app.database, { slug: 'known' });
    await app.database.db.insert(articleSlugs).values({ slug: 'former', articleId: article.id });
    await makeDraft(app.database, { slug: 'draft' });
    app.server.listen(0, '127.0.0.1');
    await once(app.server, 'listening');
    ({ port } = app.server.address() as AddressInfo);
  }, 30_000);

  afterAll(async () => {
    app.server.close();
    app.server.closeAllConnections();
    await app.close();
  });

  /** Sends a raw request, because HTTP clients normalise paths. */
  async function send(target: string, method = 'GET'): Promise<{ status: number; location: string | null }> {
    const socket = connect(port, '127.0.0.1');
    const response: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => response.push(chunk));
    socket.write(`${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    await once(socket, 'close');
    const head = Buffer.concat(response).toString('latin1').split('\r\n\r\n')[0] ?? '';
    return {
      status: Number(head.slice(9, 12)),
      location: /^location: (.*)$/im.exec(head)?.[1] ?? null,
    };
  }

  test.each(ROUTES)(
    '%s answers without a server error or an invalid header',
    async (route) => {
      const responses = [];
      for (const hostile of HOSTILE) {
        const target = route.replace('X', hostile);
        responses.push({ target, ...(await send(target)) });
      }
      const wrong = responses.filter(
        ({ status, location }) =>
          !(status >= 200 && status < 500) || !/^\/(?!\/)[!-~]*$/.test(location ?? '/none'),
      );
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  test.each(HOSTILE)('no article has the slug %s, and no redirect is sent', async (hostile) => {
    for (const path of [`/article/${hostile}`, `/article/${hostile}/comments`]) {
      const { status, location } = await send(path);
      expect([400, 404, 414]).toContain(status);
      expect(location).toBeNull();
    }
  });

  test('a GET of the comments address redirects to the comments of an existing article', async () => {
    expect(await send('/article/known/comments')).toEqual({
      status: 301,
      location: '/article/known#comments',
    });
    expect(await send('/article/former/comments')).toEqual({
      status: 301,
      location: '/article/known#comments',
    });
    for (const slug of ['draft', 'unknown'])
      expect(await send(`/article/${slug}/comments`)).toEqual({ status: 404, location: null });
  });

  test('an article that was not found is found as soon as it is published', async () => {
    for (const path of ['/article/later', '/article/later/comments'])
      expect((await send(path)).status).toBe(404);
    await makeArticle(app.database, { slug: 'later' });
    expect((await send('/article/later')).status).toBe(200);
    expect((await send('/article/later/comments')).status).toBe(301);
  });
});
