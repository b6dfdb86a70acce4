import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiTokens } from '#domain/accounts/api-tokens/tables.server.ts';
import { generateToken } from '#domain/accounts/api-tokens/token-format.server.ts';
import { TOKEN_SCOPES, type TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { createResetLink } from '#domain/accounts/reset-link.server.ts';
import { auditEvents, userRoles } from '#domain/accounts/tables.server.ts';
import { createLog } from '#platform/log.server.ts';
import { makeAccount, PASSWORD, postJson, roleHeaders, signIn, type TestAccount } from '../accounts.ts';
import { bearer, insertToken } from '../api-tokens.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { totpCode } from '../totp.ts';
import { prepareAccountSite } from './account-site.ts';

const DAY_MS = 86_400_000;
const INVALID = 'Bearer error="invalid_token"';
const PROOF = { current_password: PASSWORD };

describe.each(databaseKindsFor(import.meta.filename))('API tokens, on the %s database', (databaseKind) => {
  const lines: string[] = [];
  const site = prepareAccountSite(
    { databaseKind, log: createLog('info', (line) => void lines.push(line)) },
    () => new Date('2026-06-10T12:00:00Z'),
  );
  const { network, reply, events } = site;

  const send = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ) =>
    site.app.fetch(`/api${path}`, {
      method,
      headers: {
        ...network(),
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const inDays = (days: number) => new Date(site.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const tokenOf = (owner: TestAccount, scopes: readonly TokenScope[], name = 'Test') =>
    insertToken(site.app, owner, { scopes, name, expiresAt: new Date(site.now.getTime() + DAY_MS) });
  /** Reads the articles of the newsroom: status and challenge. */
  const read = async (token: string, headers: Record<string, string> = {}) => {
    const response = await send('GET', '/newsroom/articles', { headers: { ...bearer(token), ...headers } });
    return [response.status, response.headers.get('www-authenticate')];
  };
  const create = async (session: string, input: object = {}) =>
    reply(
      await send('POST', '/account/api-tokens', {
        headers: bearer(session),
        body: { name: 'Site builder', scopes: ['articles:read'], expires_on: inDays(30), ...PROOF, ...input },
      }),
    );
  const listOf = async (session: string) =>
    (await reply(await send('GET', '/account/api-tokens', { headers: bearer(session) }))).body['tokens'];

  test('one is created with the password, shown once, and works', async () => {
    const { access_token: session } = await signIn(site.app, site.ada);
    const created = await create(session, { scopes: ['articles:publish', 'articles:read', 'media:write'] });
    const { token, ...entry } = created.body;
    expect([created.status, token]).toEqual([201, expect.stringMatching(/^mer_[0-9A-Za-z]{38}$/)]);
    expect(entry).toEqual({
      id: expect.any(String),
      name: 'Site builder',
      start: String(token).slice(0, 8),
      scopes: ['articles:read', 'articles:publish', 'media:write'],
      created_at: '2026-06-10T12:00:00.000Z',
      used_on: null,
      expires_on: '2026-07-10',
      is_expired: false,
    });
    expect(await read(String(token))).toEqual([200, null]);
    expect(await listOf(session)).toEqual([{ ...entry, used_on: '2026-06-10' }]);
    const stored = JSON.stringify(await site.app.database.db.select().from(apiTokens));
    expect(stored).not.toContain(String(token).slice(8));
    expect(await events()).toContain(
      'api_token_created Site builder until 2026-07-10: articles:read, articles:publish, media:write',
    );
    expect(lines.join('')).toContain('/api/newsroom/articles');
    expect(lines.join('')).not.toContain('mer_');
  });

  test.each([
    ['no proof', { current_password: undefined }, 'current_password'],
    ['a wrong password', { current_password: 'not this one' }, 'current_password'],
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'n'.repeat(61) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
    ['a scope without use for the role', { scopes: ['articles:read', 'audit:read'] }, 'scopes'],
    ['no date', { expires_on: undefined }, 'expires_on'],
    ['a date in the past', { expires_on: '2026-06-09' }, 'expires_on'],
    ['a date in two years', { expires_on: '2028-06-10' }, 'expires_on'],
    ['an impossible date', { expires_on: '2026-02-30' }, 'expires_on'],
  ])('none is created with %s', async (_, input, field) => {
    const { access_token: session } = await signIn(site.app, site.ada);
    const refused = await create(session, input);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
    expect(await listOf(session)).toEqual([]);
  });

  test('one that works is listed however many have expired since', async () => {
    const { access_token: session } = await signIn(site.app, site.ada);
    await tokenOf(site.ada, ['articles:read'], 'Still works');
    const expiresAt = new Date(site.now.getTime() - DAY_MS);
    for (let count = 0; count < 101; count += 1)
      await insertToken(site.app, site.ada, { scopes: ['articles:read'], name: 'Expired', expiresAt });
    const listed = [await listOf(session)].flat();
    expect(listed).toHaveLength(100);
    expect(listed[0]).toMatchObject({ name: 'Still works', is_expired: false });
    const admin = await roleHeaders(site.app, 'admin');
    const { body } = await reply(
      await send('GET', `/newsroom/people/${site.ada.id}/api-tokens`, { headers: admin }),
    );
    expect(JSON.stringify(body)).toContain('Still works');
  });

  test('an account with a second factor needs both factors, one without a role has none, and 20 are enough', async () => {
    const { access_token: session } = await signIn(site.app, site.ada);
    const enrolment = (path: string, method: string, body: object) =>
      send(method, `/account/second-factor${path}`, { headers: bearer(session), body });
    const { secret = '' } = (await reply(await enrolment('', 'POST', PROOF))).body;
    await enrolment('', 'PUT', { code: totpCode(secret, site.now) });
    expect((await create(session)).body.fields).toEqual({ code: 'Please enter the code' });
    site.now = new Date(site.now.getTime() + 30_000);
    for (let number = 1; number < 20; number++) await tokenOf(site.ada, ['articles:read']);
    expect((await create(session, { code: totpCode(secret, site.now) })).status).toBe(201);
    site.now = new Date(site.now.getTime() + 30_000);
    expect((await create(session, { code: totpCode(secret, site.now) })).status).toBe(409);

    const guest = (await signIn(site.app, await makeAccount(site.app))).access_token;
    expect((await create(guest)).status).toBe(403);
  });

  test('it writes and publishes as its owner, and the audit log names it', async () => {
    const token = await tokenOf(site.ada, ['articles:publish', 'media:write'], 'Site builder');
    const headers = bearer(token);
    const draft = await reply(
      await send('POST', '/newsroom/articles', { headers, body: { ...ARTICLE_INPUT, is_draft: true } }),
    );
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
    expect(log.body['events']).toContainEqual(
      expect.objectContaining({
        action: 'article_published',
        actor_name: 'Ada',
        token_name: 'Site builder',
      }),
    );
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

  test('without the scope, the response names it', async () => {
    const writer = await tokenOf(site.ada, ['articles:write']);
    const challenge = async (method: string, path: string, token = writer, body?: object) => {
      const response = await send(method, path, { headers: bearer(token), body });
      return [response.status, response.headers.get('www-authenticate')];
    };
    const publish = { ...ARTICLE_INPUT, slug: 'not-allowed', is_draft: false };
    expect(await challenge('POST', '/newsroom/articles', writer, publish)).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="articles:publish"',
    ]);
    expect(await challenge('POST', '/newsroom/images')).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="media:write"',
    ]);
    // A role that does not allow it is no matter of scopes.
    expect(await challenge('GET', '/newsroom/settings')).toEqual([403, null]);
    const admin = await tokenOf(await makeAccount(site.app, { role: 'admin' }), TOKEN_SCOPES);
    for (const [method, path] of [
      ['PUT', '/account/password'],
      ['POST', '/account/email-changes'],
      ['POST', '/account/second-factor'],
      ['POST', '/account/passkeys/options'],
      ['POST', '/account/api-tokens'],
      ['GET', '/account'],
      ['GET', '/newsroom/people'],
      ['PATCH', `/newsroom/people/${site.ada.id}`],
      ['DELETE', `/newsroom/people/${site.ada.id}`],
      ['PATCH', '/newsroom/settings'],
      ['DELETE', `/newsroom/trash/${site.ada.id}`],
      ['PUT', `/newsroom/newsletter/issues/${site.ada.id}/approval`],
      ['GET', '/newsroom/a-route-of-the-future'],
    ] as const)
      expect([path, await challenge(method, path, admin, method === 'GET' ? undefined : {})]).toEqual([
        path,
        [403, 'Bearer error="insufficient_scope"'],
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
    const expired = await insertToken(site.app, site.ada, { scopes: ['articles:read'], expiresAt: site.now });
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
    expect(await withHeader(`bearer ${token}`)).toBe(200);
    expect(await withHeader(`BEARER ${token}`)).toBe(200);
    expect(await withHeader(`Bearer ${token}`, `Bearer ${token}`)).toBe(401);
    expect(await withHeader(`Basic ${token}`)).toBe(401);
    expect(await withHeader(token)).toBe(401);
    // Neither a cookie nor the address takes its place, or changes anything about it.
    const { access_token: session } = await signIn(site.app, site.ada);
    expect(await read(token, { cookie: `session=${session}`, origin: 'https://other.example' })).toEqual([
      200,
      null,
    ]);
    expect((await send('GET', '/newsroom/articles', { headers: { cookie: `token=${token}` } })).status).toBe(
      401,
    );
    expect((await send('GET', `/newsroom/articles?access_token=${token}`)).status).toBe(401);
    // Readers' routes ignore it, and pages of other sites cannot send it to the newsroom.
    const response = await send('GET', '/articles', { headers: bearer(generateToken()) });
    expect(response.status).toBe(200);
    expect(
      (await send('OPTIONS', '/newsroom/articles')).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });

  test('revoking one ends it at once, and no other', async () => {
    const { access_token: session } = await signIn(site.app, site.ada);
    const [kept, ended] = [await tokenOf(site.ada, ['articles:read']), await create(session)];
    const id = String(ended.body['id']);
    const revoke = async (as: string, path: string) =>
      (await send('DELETE', path, { headers: bearer(as) })).status;
    const stranger = (await signIn(site.app, await makeAccount(site.app, { role: 'editor' }))).access_token;
    expect(await revoke(stranger, `/account/api-tokens/${id}`)).toBe(404);
    expect(await revoke(stranger, `/newsroom/people/${site.ada.id}/api-tokens/${id}`)).toBe(403);
    expect(await read(String(ended.body['token']))).toEqual([200, null]);
    expect(await revoke(session, `/account/api-tokens/${id}`)).toBe(204);
    expect(await revoke(session, `/account/api-tokens/${id}`)).toBe(404);
    expect(await read(String(ended.body['token']))).toEqual([401, INVALID]);
    expect(await read(kept)).toEqual([200, null]);
    expect(await listOf(session)).toMatchObject([{ name: 'Test' }]);
    expect(await events()).toContain('api_token_revoked Site builder');
  });

  test('administrators see and revoke those of everybody', async () => {
    const token = await tokenOf(site.ada, ['articles:read'], 'Left behind');
    const admin = await signIn(site.app, await makeAccount(site.app, { role: 'admin', name: 'Grace' }));
    const headers = bearer(admin.access_token);
    const path = `/newsroom/people/${site.ada.id}/api-tokens`;
    const found = await reply(await send('GET', path, { headers }));
    expect(JSON.stringify(found.body)).not.toContain(token.slice(8));
    const [{ id, name }] = found.body['tokens'] as [{ id: string; name: string }];
    expect(name).toBe('Left behind');
    expect((await send('DELETE', `${path}/${id}`, { headers })).status).toBe(204);
    expect(await read(token)).toEqual([401, INVALID]);
    expect(await events()).toContain('api_token_revoked Left behind Ada');
    const guest = await makeAccount(site.app);
    expect((await send('GET', `/newsroom/people/${guest.id}/api-tokens`, { headers })).status).toBe(404);
  });

  test.each([
    [
      'a changed password',
      async () => {
        const { access_token: session } = await signIn(site.app, site.ada);
        const body = { ...PROOF, password: 'seven slow barges passing' };
        return send('PUT', '/account/password', { headers: bearer(session), body });
      },
    ],
    [
      'a link for a new password',
      async () => {
        const link = await site.app.database.transaction((tx) =>
          createResetLink(tx, site.ada.id, PUBLIC_URL, site.now),
        );
        const token = new URL(link).searchParams.get('reset');
        const body = { token, password: 'seven slow barges passing' };
        return postJson(site.app, '/api/password-resets/completion', body, network());
      },
    ],
    [
      'a suspension',
      async () =>
        send('PATCH', `/newsroom/people/${site.ada.id}`, {
          headers: await roleHeaders(site.app, 'admin'),
          body: { suspended: true },
        }),
    ],
    [
      'the removal of its owner',
      async () =>
        send('DELETE', `/newsroom/people/${site.ada.id}`, { headers: await roleHeaders(site.app, 'admin') }),
    ],
  ])('%s ends it', async (_, change) => {
    const token = await tokenOf(site.ada, ['articles:read']);
    const others = await tokenOf(await makeAccount(site.app, { role: 'author' }), ['articles:read']);
    expect(await read(token)).toEqual([200, null]);
    expect((await change()).status).toBeLessThan(300);
    expect(await read(token)).toEqual([401, INVALID]);
    expect(await read(others)).toEqual([200, null]);
    const admin = await roleHeaders(site.app, 'admin');
    await send('PATCH', `/newsroom/people/${site.ada.id}`, { headers: admin, body: { suspended: false } });
    expect(await read(token)).toEqual([401, INVALID]);
  });

  test('600 requests a minute are answered, and those of another token', async () => {
    const token = await tokenOf(site.ada, ['articles:read']);
    const status = async () => (await send('GET', '/newsroom/tags', { headers: bearer(token) })).status;
    const statuses = await Promise.all(Array.from({ length: 600 }, status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await send('GET', '/newsroom/tags', { headers: bearer(token) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await read(await tokenOf(site.ada, ['articles:read']))).toEqual([200, null]);
  }, 30_000);

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

  test('the last use is written at most once an hour', async () => {
    const token = await tokenOf(site.ada, ['articles:read']);
    const usedAt = async () =>
      (await site.app.database.db.select().from(apiTokens).where(eq(apiTokens.userId, site.ada.id)))[0]
        ?.usedAt;
    await read(token);
    const first = site.now;
    site.now = new Date(first.getTime() + 3_599_999);
    await read(token);
    expect(await usedAt()).toEqual(first);
    site.now = new Date(first.getTime() + 3_600_000);
    await read(token);
    expect(await usedAt()).toEqual(site.now);
  });

  test('expired and revoked ones are deleted after 90 days', async () => {
    await tokenOf(site.ada, ['articles:read'], 'Expired');
    await insertToken(site.app, site.ada, {
      scopes: ['articles:read'],
      name: 'Valid',
      expiresAt: new Date(site.now.getTime() + 300 * DAY_MS),
    });
    const names = async () =>
      (await site.app.database.db.select().from(apiTokens).where(eq(apiTokens.userId, site.ada.id))).map(
        ({ name }) => name,
      );
    const start = site.now;
    site.now = new Date(start.getTime() + 91 * DAY_MS);
    await site.app.jobs.runDue();
    expect(await names()).toEqual(['Expired', 'Valid']);
    await site.app.database.db.update(apiTokens).set({ revokedAt: start }).where(eq(apiTokens.name, 'Valid'));
    site.now = new Date(start.getTime() + 92 * DAY_MS);
    await site.app.jobs.runDue();
    expect(await names()).toEqual([]);
    expect(await site.app.database.db.$count(auditEvents)).toBe(0);
  });
});
