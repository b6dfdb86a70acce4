import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import { makeAccount, PASSWORD, postJson, signIn, type TestSession } from '../accounts.ts';
import { DATABASE_KINDS } from '../full.ts';
import { prepareSessionsSite } from './sessions-site.ts';

const INVALID = { status: 401, code: 'unauthenticated', detail: 'Invalid email or password' };

describe.each(DATABASE_KINDS)('a session, on the %s database', (databaseKind) => {
  const site = prepareSessionsSite(databaseKind);
  const { advanceClock, logged, refresh, refreshed, count } = site;

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const getAccount = (token: string) => site.app.fetch('/api/account', bearer(token));

  it('is created, refreshed and ended', async () => {
    const person = await makeAccount(site.app, { role: 'admin' });
    const opened = await postJson(site.app, '/api/sessions', {
      email: ` ${person.email.toUpperCase()}`,
      password: PASSWORD,
    });
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const first = (await opened.json()) as TestSession;
    const seconds = Math.floor(Date.now() / 1000);
    const shown = { id: person.id, name: person.name, email: person.email, email_verified: true };
    expect(first).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.any(String),
      expires_in: 600,
      expires_at: expect.closeTo(seconds + 600, -1),
      token_type: 'bearer',
      provider_token: null,
      user: shown,
    });
    const account = await getAccount(first.access_token);
    expect([account.status, await account.json()]).toEqual([
      200,
      { user: shown, role: 'admin', author: null },
    ]);

    advanceClock(300);
    const second = await refreshed(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.expires_at).toBeGreaterThan(first.expires_at + 200);
    expect((await getAccount(second.access_token)).status).toBe(200);

    const signedOut = await site.app.fetch('/api/sessions/current', {
      method: 'DELETE',
      ...bearer(second.access_token),
    });
    expect([signedOut.status, await signedOut.text()]).toEqual([204, '']);
    for (const token of [first, second]) {
      expect((await getAccount(token.access_token)).status).toBe(401);
      expect((await refresh(token.refresh_token)).status).toBe(401);
    }
    expect(await count(person.id)).toBe(0);
  });

  it('is not created for a wrong password or an unknown address, with the same response', async () => {
    const { email } = await makeAccount(site.app);
    const wrong = await postJson(site.app, '/api/sessions', { email, password: `${PASSWORD}!` });
    const unknown = await postJson(site.app, '/api/sessions', {
      email: 'nobody@news.example',
      password: PASSWORD,
    });
    expect(await unknown.json()).toMatchObject(INVALID);
    expect(await wrong.json()).toMatchObject(INVALID);
    expect([...wrong.headers]).toEqual([...unknown.headers]);
  });

  it('expires its access token after ten minutes, and continues with a new one', async () => {
    const first = await signIn(site.app, await makeAccount(site.app));
    advanceClock(595);
    expect((await getAccount(first.access_token)).status).toBe(200);
    advanceClock(10);
    const ended = await getAccount(first.access_token);
    expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await getAccount((await refreshed(first.refresh_token)).access_token)).status).toBe(200);
  });

  it('expires after two weeks without use, and after ninety days', async () => {
    const idle = await signIn(site.app, await makeAccount(site.app));
    const day = 24 * 60 * 60;
    advanceClock(14 * day);
    logged.length = 0;
    expect((await refresh(idle.refresh_token)).status).toBe(401);
    // It is no sign of a copied token.
    expect(logged).toEqual([]);

    let used = await signIn(site.app, await makeAccount(site.app));
    for (let days = 0; days < 84; days += 12) {
      advanceClock(12 * day);
      used = await refreshed(used.refresh_token);
      expect((await getAccount(used.access_token)).status).toBe(200);
    }
    advanceClock(6 * day + 1);
    expect((await refresh(used.refresh_token)).status).toBe(401);
  });

  it('loses its permissions with the role, and ends with the account', async () => {
    const { db } = site.app.database;
    const person = await makeAccount(site.app, { role: 'admin' });
    const { access_token: token } = await signIn(site.app, person);
    const newsroom = () => site.app.fetch('/api/newsroom/categories/sports', bearer(token));
    expect((await newsroom()).status).toBe(200);
    await db.delete(userRoles).where(and(eq(userRoles.userId, person.id), eq(userRoles.role, 'admin')));
    expect((await newsroom()).status).toBe(403);
    expect(await (await getAccount(token)).json()).toMatchObject({ role: null });
    await db.insert(userRoles).values({ userId: person.id, role: 'proofreader' });
    expect(await (await getAccount(token)).json()).toMatchObject({ role: null });
    await db.delete(user).where(eq(user.id, person.id));
    expect((await newsroom()).status).toBe(401);
  });

  it('is read from the Authorization header only', async () => {
    const { access_token: token } = await signIn(site.app, await makeAccount(site.app));
    const requests = [
      site.app.fetch(`/api/account?access_token=${token}`),
      site.app.fetch('/api/account', {
        headers: { cookie: `better-auth.session_token=${token}; access_token=${token}` },
      }),
      site.app.fetch('/api/account', { headers: { authorization: `Basic ${token}` } }),
    ];
    for (const { status } of await Promise.all(requests)) expect(status).toBe(401);
  });

  describe('rejects a token', () => {
    const HEADER = { alg: 'EdDSA' };
    let validSession: TestSession;
    let header: { alg: string; kid: string };
    let claims: Record<string, unknown>;
    beforeEach(async () => {
      validSession = await signIn(site.app, await makeAccount(site.app, { role: 'admin' }));
      [header, claims] = validSession.access_token
        .split('.', 2)
        .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as never) as [never, never];
    });

    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (head: object, body: object, key: KeyObject) => {
      const text = `${encoded(head)}.${encoded(body)}`;
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
    };

    it('that was changed', async () => {
      const [head, , signature] = validSession.access_token.split('.');
      const other = await makeAccount(site.app);
      for (const change of [{ sub: other.id }, { exp: 4_000_000_000 }, { role: 'admin' }]) {
        const token = `${head}.${encoded({ ...claims, ...change })}.${signature}`;
        expect((await getAccount(token)).status).toBe(401);
      }
      expect((await getAccount(validSession.access_token)).status).toBe(200);
    });

    it('that names no algorithm, or another one', async () => {
      const { keys } = (await (await site.app.fetch('/api/jwks.json')).json()) as { keys: { x: string }[] };
      const body = encoded(claims);
      for (const alg of ['none', 'None', 'HS256']) {
        const text = `${encoded({ ...header, alg })}.${body}`;
        const mac = createHmac('sha256', keys[0]?.x ?? '')
          .update(text)
          .digest('base64url');
        expect((await getAccount(`${text}.`)).status).toBe(401);
        expect((await getAccount(`${text}.${mac}`)).status).toBe(401);
      }
    });

    it('that was signed with another key, whatever its key ID', async () => {
      const { privateKey } = generateKeyPairSync('ed25519');
      const kids = [
        header.kid,
        '018f0000-0000-7000-8000-000000000000',
        undefined,
        '../../jwks',
        { $ne: null },
      ];
      for (const kid of kids)
        expect((await getAccount(signed({ ...HEADER, kid }, claims, privateKey))).status).toBe(401);
    });
  });

  it('sets no cookie for any request', async () => {
    const person = await makeAccount(site.app);
    const { access_token: token, refresh_token: refreshToken } = await signIn(site.app, person);
    const responses = [
      await postJson(site.app, '/api/sessions', { email: person.email, password: PASSWORD }),
      await postJson(site.app, '/api/sessions', { email: person.email, password: 'not that one' }),
      await refresh(refreshToken),
      await getAccount(token),
      await site.app.fetch('/api/jwks.json'),
      await postJson(site.app, '/api/password-resets', { email: person.email }),
      await site.app.fetch('/api/sessions/current', { method: 'DELETE', ...bearer(token) }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200, 202, 204]);
    for (const { headers } of responses) {
      expect(headers.has('set-cookie')).toBe(false);
      expect(headers.has('set-auth-token') || headers.has('set-auth-jwt')).toBe(false);
    }
  });

  it('publishes only public keys', async () => {
    const response = await site.app.fetch('/api/jwks.json');
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid: expect.any(String) });
      expect(Object.keys(key)).not.toContain('d');
    }
  });
});
