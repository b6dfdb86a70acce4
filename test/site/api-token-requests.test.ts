import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiTokens } from '#domain/accounts/api-tokens/tables.server.ts';
import { generateToken } from '#domain/accounts/api-tokens/token-format.server.ts';
import { TOKEN_SCOPES } from '#domain/accounts/api-tokens/token-scopes.ts';
import { userRoles } from '#domain/accounts/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { makeAccount, roleHeaders, signIn } from '../accounts.ts';
import type { ApiDocument } from '../api-document.ts';
import { bearer, insertToken } from '../api-tokens.ts';
import { databaseKindsFor } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { apiTokenSite, INVALID } from './api-token-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('requests with API tokens (%s)', (databaseKind) => {
  const { site, network, reply, send, tokenOf, read } = apiTokenSite(databaseKind);

  test('it writes and publishes as its owner, and the audit log names it', async () => {
    const token = await tokenOf(site.ada, ['articles:publish', 'media:write'], 'Site builder');
    const headers = bearer(token);
    const body = { ...ARTICLE_INPUT, is_draft: true };
    const draft = await reply(await send('POST', '/newsroom/articles', { headers, body }));
    expect(draft.status).toBe(201);
    const published = await send('PUT', `/newsroom/articles/${String(draft.body['id'])}`, {
      headers: { ...headers, 'if-match': '"1"' },
      body: { ...ARTICLE_INPUT, is_draft: false },
    });
    expect(published.status).toBe(200);
    expect(published.headers.has('set-cookie')).toBe(false);
    expect((await site.app.fetch(`/api/articles/${ARTICLE_INPUT.slug}`)).status).toBe(200);
    const admin = await roleHeaders(site.app, 'admin');
    const log = await reply(await send('GET', '/newsroom/audit/events', { headers: admin }));
    const event = { action: 'article_published', actor_name: 'Ada', token_name: 'Site builder' };
    expect(log.body['events']).toContainEqual(expect.objectContaining(event));
    const csv = await (await send('GET', '/newsroom/audit/events.csv', { headers: admin })).text();
    expect(csv).toMatch(/,Ada,.*,article_published,.*,Site builder\r\n/);
  });

  test('it permits what both its scopes and the present role permit', async () => {
    const other = await makeArticle(site.app.database);
    const token = await tokenOf(site.ada, TOKEN_SCOPES);
    const statusOf = async (path: string, method = 'GET') =>
      (await send(method, path, { headers: bearer(token) })).status;
    // An author: own articles only, and no comments.
    expect(await statusOf(`/newsroom/articles/${other.id}`)).toBe(403);
    expect(await statusOf('/newsroom/moderation')).toBe(403);
    const setRole = (role: string) =>
      site.app.database.db.update(userRoles).set({ role }).where(eq(userRoles.userId, site.ada.id));
    await setRole('editor');
    expect(await statusOf('/newsroom/moderation')).toBe(200);
    await setRole('contributor');
    expect(await statusOf('/newsroom/moderation')).toBe(403);
    await site.app.database.db.delete(userRoles).where(eq(userRoles.userId, site.ada.id));
    expect(await read(token)).toEqual([403, null]);
  });

  test('without the scope to publish, a new article is refused, and the response names the scope', async () => {
    const headers = bearer(await tokenOf(site.ada, ['articles:write']));
    const body = { ...ARTICLE_INPUT, slug: 'not-allowed', is_draft: false };
    const refused = await send('POST', '/newsroom/articles', { headers, body });
    const challenge = 'Bearer error="insufficient_scope", scope="articles:publish"';
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, challenge]);
    expect((await send('GET', '/newsroom/a-route-of-the-future', { headers })).status).toBe(403);
  });

  test('messages, settings and the audit log are read only, and nothing else is', async () => {
    const scopes = ['messages:read', 'settings:read', 'audit:read'] as const;
    const token = bearer(await tokenOf(await makeAccount(site.app, { role: 'admin' }), scopes));
    const { paths } = (await (await site.app.fetch('/api/openapi.json')).json()) as ApiDocument;
    const allowed = new Set<string>();
    for (const [template, methods] of Object.entries(paths)) {
      if (!/^\/(?:newsroom|account)(?:\/|$)/.test(template)) continue;
      const path = template.replace('{id}', crypto.randomUUID()).replaceAll(/\{\w+\}/g, '1');
      for (const method of Object.keys(methods)) {
        const body = ['get', 'delete'].includes(method) ? {} : { body: {} };
        const { status } = await send(method.toUpperCase(), path, { headers: token, ...body });
        if (status !== 403) allowed.add(`${method} ${template}`);
      }
    }
    expect([...allowed].toSorted()).toEqual([
      'get /newsroom/audit/events',
      'get /newsroom/audit/events.csv',
      'get /newsroom/messages',
      'get /newsroom/messages/{id}',
      'get /newsroom/settings',
      'get /newsroom/system',
    ]);
  });

  test('unknown, expired, revoked, changed and malformed ones get the same response', async () => {
    const valid = await tokenOf(site.ada, ['articles:read']);
    const revoked = await tokenOf(site.ada, ['articles:read']);
    const [newest] = await site.app.database.db
      .update(apiTokens)
      .set({ revokedAt: site.now })
      .where(eq(apiTokens.start, revoked.slice(0, 8)))
      .returning();
    expect(newest?.userId).toBe(site.ada.id);
    const owned = { scopes: ['articles:read'] as const, expiresAt: site.now };
    const expired = await insertToken(site.app, site.ada, owned);
    const responses = [];
    for (const token of [
      generateToken(),
      expired,
      revoked,
      valid.slice(0, -1),
      `${valid}0`,
      valid.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      valid.toLowerCase() === valid ? valid.toUpperCase() : valid.toLowerCase(),
      `mer_${'x'.repeat(4_000)}`,
      'mer_',
    ]) {
      const response = await send('GET', '/newsroom/articles', { headers: bearer(token) });
      responses.push([response.status, response.headers.get('www-authenticate'), await response.text()]);
    }
    expect(new Set(responses.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(responses[0]?.slice(0, 2)).toEqual([401, INVALID]);
    expect(await read(valid)).toEqual([200, null]);
    // The end of the validity, to the millisecond.
    site.now = new Date(site.now.getTime() + DAY_MS - 1);
    expect(await read(valid)).toEqual([200, null]);
    site.now = new Date(site.now.getTime() + 1);
    expect(await read(valid)).toEqual([401, INVALID]);
  });

  test('only one Authorization header with the scheme Bearer counts', async () => {
    const token = await tokenOf(site.ada, ['articles:read']);
    const withHeader = async (...values: string[]) => {
      const headers = new Headers(network());
      for (const value of values) headers.append('authorization', value);
      return (await site.app.fetch('/api/newsroom/articles', { headers })).status;
    };
    for (const [values, status] of [
      [[`bearer ${token}`], 200],
      [[`Bearer ${token}`, `Bearer ${token}`], 401],
      [[`Basic ${token}`], 401],
      [[token], 401],
    ] as const)
      expect([values, await withHeader(...values)]).toEqual([values, status]);
    // Neither a cookie nor the address takes its place, or changes anything about it.
    const { access_token: session } = await signIn(site.app, site.ada);
    const others = { cookie: `session=${session}`, origin: 'https://other.example' };
    expect(await read(token, others)).toEqual([200, null]);
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await send('GET', path, { headers })).status;
    expect(await status('/newsroom/articles', { cookie: `token=${token}` })).toBe(401);
    expect(await status(`/newsroom/articles?access_token=${token}`)).toBe(401);
    // Readers' routes ignore it, and pages of other sites cannot send it to the newsroom.
    expect(await status('/articles', bearer(generateToken()))).toBe(200);
    const { headers } = await send('OPTIONS', '/newsroom/articles');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a network with 60 unknown ones in a minute waits, except for tokens that have worked', async () => {
    const [used, fresh] = [
      await tokenOf(site.ada, ['articles:read']),
      await tokenOf(site.ada, ['articles:read']),
    ];
    expect(await read(used)).toEqual([200, null]);
    const statuses = [];
    for (let number = 0; number < 62; number++) statuses.push((await read(generateToken()))[0]);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.slice(60)).toEqual([429, 429]);
    const refused = await send('GET', '/newsroom/articles', { headers: bearer(fresh) });
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect(await read(used)).toEqual([200, null]);
    expect(await read(fresh, { 'x-forwarded-for': '203.0.113.77' })).toEqual([200, null]);
  });
});
