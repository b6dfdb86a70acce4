import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { rateLimits } from '#platform/rate-limit/tables.server.ts';
import { PASSWORD } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/article/rain/comments': { user_email: 'a@b.example', comment_text: 'It rains here as well.' },
  '/contact': { name: 'Ada', email: 'a@b.example', subject: 'Rain', message: 'It rains.' },
  '/newsletter': { email: 'a@b.example' },
  '/your-data': { email: 'a@b.example' },
};

/** What the forms write. */
const WRITTEN = [comments, contactMessages, newsletterSubscribers, user, jobs] as const;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'https://news.example', TRUST_PROXY: '1' } });
  await makeArticle(app.database, { slug: 'rain' });
});
afterEach(async () => {
  for (const table of [...WRITTEN, rateLimits]) await app.database.db.delete(table);
});
afterAll(() => app.close());

/** As node:http passes it on: the URL has the host of the `Host` header. */
async function send(path: string, host: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const request = new Request(new URL(path, `http://${host}`), {
    method: 'POST',
    headers,
    body: new URLSearchParams(FORMS[path]),
  });
  return (await app.fetch(request)).status;
}

async function stored(): Promise<number> {
  const { db } = app.database;
  const counts = WRITTEN.map((table) => db.$count(table));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

describe.each(Object.keys(FORMS))('the form of %s', (path) => {
  const SAME_SITE: readonly (readonly [what: string, host: string, headers: Record<string, string>])[] = [
    ['the public address', 'news.example', { origin: 'https://news.example' }],
    ['a proxy with its own host name', '127.0.0.1:3000', { origin: 'https://news.example' }],
    ['the host of the request', '192.168.1.20:3000', { origin: 'http://192.168.1.20:3000' }],
    ['another name behind TLS', 'www.news.example', { origin: 'https://www.news.example' }],
    ['a client without an Origin', 'news.example', {}],
    ['a page without a referrer', 'news.example', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ];
  test.each(SAME_SITE)('is accepted from %s', async (_, host, headers) => {
    expect(await send(path, host, headers)).toBe(303);
    expect(await stored()).toBeGreaterThan(0);
  });

  const CROSS_SITE: readonly (readonly [what: string, headers: Record<string, string>])[] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a host name that begins with ours', { origin: 'https://news.example.evil.example' }],
    ['a subdomain of ours', { origin: 'https://blog.news.example', 'sec-fetch-site': 'same-site' }],
    ['a frame with an opaque origin', { origin: 'null' }],
    ['an origin that is no URL', { origin: 'news.example' }],
    ['a browser that reports a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['the same from a known origin', { origin: 'https://news.example', 'sec-fetch-site': 'cross-site' }],
  ];
  test.each(CROSS_SITE)('is rejected from %s', async (_, headers) => {
    expect(await send(path, 'news.example', headers)).toBe(403);
    expect(await stored()).toBe(0);
  });

  test('can be corrected and submitted again over plain http', async () => {
    const refused = await app.fetch(path, { method: 'POST', body: new URLSearchParams() });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('<form');
    // With `no-referrer` a browser would submit the form with `Origin: null` (Fetch, section 3.2).
    expect(refused.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
});

test('the API accepts JSON with its content type only, which needs a CORS preflight', async () => {
  const bodies = {
    '/api/articles/rain/comments': FORMS['/article/rain/comments'],
    '/api/contact': FORMS['/contact'],
    '/api/newsletter': FORMS['/newsletter'],
    '/api/accounts': { name: 'Ada', email: 'a@b.example', password: PASSWORD },
  };
  for (const [path, body] of Object.entries(bodies))
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { 'content-type': type, origin: 'https://evil.example' };
      const response = await app.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, type, response.status >= 400 && response.status < 500]).toEqual([path, type, true]);
    }
  expect(await stored()).toBe(0);
});

test('a page behind an emailed link does nothing for another site, which has no token', async () => {
  const paths = [
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
    '/newsletter/own-data',
    '/contact/recipient',
    ...['withdrawal', 'unsubscription', 'deletion'].map((action) => `/your-data/held/${action}`),
  ];
  for (const path of paths) {
    for (const target of [path, `${path}?token=guessed`, `${path}?token=`]) {
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      const body = new URLSearchParams({ comment: '0197a5b0-0000-7000-8000-000000000000' });
      const { status } = await app.fetch(target, { method: 'POST', headers, body });
      expect([target, status]).toEqual([target, 400]);
    }
  }
  expect(await stored()).toBe(0);
});
