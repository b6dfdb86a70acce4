import { describe, expect, test } from 'vitest';
import { apiTokens } from '#domain/accounts/api-tokens/tables.server.ts';
import { createResetLink } from '#domain/accounts/reset-link.server.ts';
import { makeAccount, postJson, roleHeaders, signIn } from '../accounts.ts';
import { bearer } from '../api-tokens.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { totpCode } from '../totp.ts';
import { apiTokenSite, INVALID, PROOF } from './api-token-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('API tokens, on the %s database', (databaseKind) => {
  const { site, lines, network, reply, events, send, tokenOf, read, create, listOf } =
    apiTokenSite(databaseKind);

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
    ['a wrong password', { current_password: 'not this one' }, 'current_password'],
    ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
    ['a scope without use for the role', { scopes: ['articles:read', 'audit:read'] }, 'scopes'],
    ['a date in two years', { expires_on: '2028-06-10' }, 'expires_on'],
  ])('none is created with %s', async (_, input, field) => {
    const { access_token: session } = await signIn(site.app, site.ada);
    const refused = await create(session, input);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
    expect(await listOf(session)).toEqual([]);
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

  const password = 'seven slow barges passing';
  const changePerson = async (method: string, body?: object) =>
    send(method, `/newsroom/people/${site.ada.id}`, { headers: await roleHeaders(site.app, 'admin'), body });
  const ENDING: Readonly<Record<string, () => Promise<Response>>> = {
    async 'a changed password'() {
      const { access_token: session } = await signIn(site.app, site.ada);
      return send('PUT', '/account/password', { headers: bearer(session), body: { ...PROOF, password } });
    },
    async 'a link for a new password'() {
      const link = await site.app.database.transaction((tx) =>
        createResetLink(tx, site.ada.id, PUBLIC_URL, site.now),
      );
      const body = { token: new URL(link).searchParams.get('reset'), password };
      return postJson(site.app, '/api/password-resets/completion', body, network());
    },
    'a suspension': () => changePerson('PATCH', { suspended: true }),
    'the removal of its owner': () => changePerson('DELETE'),
  };
  test.each(Object.entries(ENDING))('%s ends it', async (_, change) => {
    const token = await tokenOf(site.ada, ['articles:read']);
    const others = await tokenOf(await makeAccount(site.app, { role: 'author' }), ['articles:read']);
    expect(await read(token)).toEqual([200, null]);
    expect((await change()).status).toBeLessThan(300);
    expect(await read(token)).toEqual([401, INVALID]);
    expect(await read(others)).toEqual([200, null]);
    await changePerson('PATCH', { suspended: false });
    expect(await read(token)).toEqual([401, INVALID]);
  });
});
