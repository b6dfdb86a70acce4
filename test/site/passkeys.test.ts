import { createServer } from 'node:http';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passkeys, usedPasskeyChallenges } from '#domain/accounts/passkeys/tables.server.ts';
import type { Role } from '#domain/accounts/permissions.ts';
import { auditEvents, session, user } from '#domain/accounts/tables.server.ts';
import { adminHeaders, makeAccount, PASSWORD, postJson, signIn, type TestAccount } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { Authenticator, type ResponseOptions } from '../authenticator.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { cheapHasher } from '../password-hashing.ts';
import { changeSettings } from '../settings.ts';
import { totpCode } from '../totp.ts';

const ORIGIN = 'https://news.example';
const MINUTE_MS = 60_000;

interface Reply {
  readonly status: number;
  readonly body: {
    readonly access_token?: string;
    readonly challenge?: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly recovery_codes?: readonly string[];
    readonly [member: string]: unknown;
  };
}

describe.each(databaseKindsFor(import.meta.filename))('passkeys, on the %s database', (databaseKind) => {
  let app: TestApp;
  let ada: TestAccount;
  let now: Date;
  let people = 0;
  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      env: { TRUST_PROXY: '1', PUBLIC_URL: ORIGIN },
      hashing: cheapHasher,
      clock: () => now,
    });
  }, 60_000);
  afterAll(() => app.close());
  beforeEach(async () => {
    now = new Date();
    people += 1;
    ada = await makeAccount(app, { role: 'author', name: 'Ada' });
    await app.database.db.delete(auditEvents);
    await app.database.db.delete(usedPasskeyChallenges);
  });

  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const network = () => ({ 'x-forwarded-for': `198.51.100.${people}` });
  const reply = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Reply['body'] };
  };
  const post = async (path: string, body: unknown, token?: string) =>
    reply(
      await postJson(app, `/api${path}`, body, {
        ...network(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }),
    );
  const get = async (token: string, path: string) =>
    reply(await app.fetch(`/api/account${path}`, { headers: { authorization: `Bearer ${token}` } }));
  const logIn = (more: object = {}) => post('/sessions', { email: ada.email, password: PASSWORD, ...more });
  const challenge = ({ body }: Reply) => ({ challenge: body.challenge ?? '' });
  const stepOptions = async (person = ada) =>
    challenge(await post('/sessions/passkey/options', { email: person.email, password: PASSWORD }));
  const signInOptions = async () => challenge(await post('/sessions/passkey/options', {}));
  const useAlone = async (authenticator: Authenticator, response: ResponseOptions = {}) =>
    post('/sessions/passkey', { passkey: authenticator.sign(await signInOptions(), response) });
  const proveBy = async (authenticator: Authenticator, token: string) => ({
    passkey: authenticator.sign(challenge(await post('/account/passkeys/proof', {}, token))),
  });
  const isAlive = async (token: string) => (await get(token, '')).status === 200;
  const events = async () =>
    (await app.database.db.select().from(auditEvents).orderBy(auditEvents.id)).map(
      ({ action, objectName, detail }) => `${action} ${objectName} ${detail}`.replaceAll(/ +/g, ' ').trim(),
    );
  const creationOptions = async (token: string, proof: object = { current_password: PASSWORD }) => {
    const begun = await post('/account/passkeys/options', proof, token);
    expect(begun.status).toBe(200);
    return begun.body as unknown as { challenge: string; user: { id: string } };
  };
  /** Adds the first passkey of Ada in a session, which stays open. */
  const addFirst = async (response: ResponseOptions = {}) => {
    const { access_token: token } = await signIn(app, ada);
    const authenticator = new Authenticator(ORIGIN);
    const passkey = authenticator.create(await creationOptions(token), response);
    const added = await post('/account/passkeys', { name: 'Phone', passkey }, token);
    expect(added.status).toBe(201);
    return { token, authenticator, id: String(added.body['id']), codes: added.body.recovery_codes ?? [] };
  };
  const requireFor = async (...roles: Role[]) =>
    changeSettings(app, await adminHeaders(app), { account_second_factor_roles: roles });

  test('adding one needs the password, ends all other sessions and returns recovery codes', async () => {
    const { access_token: elsewhere } = await signIn(app, ada);
    const { access_token: token } = await signIn(app, ada);
    expect((await post('/account/passkeys/options', {}, token)).body.fields).toHaveProperty(
      'current_password',
    );
    const refused = await post('/account/passkeys/options', { current_password: 'not this one' }, token);
    expect([refused.status, refused.body.challenge]).toEqual([422, undefined]);
    const { codes, id } = await addFirst();
    expect(codes).toHaveLength(10);
    expect([await isAlive(elsewhere), await isAlive(token)]).toEqual([false, false]);
    const { access_token: alone } = (await useAlone((await addSecond(codes)).authenticator)).body;
    const { body } = await get(alone ?? '', '/passkeys');
    expect(body['passkeys']).toEqual([
      { id, name: 'Phone', created_at: expect.any(String), used_at: null },
      { id: expect.any(String), name: 'Key', created_at: expect.any(String), used_at: now.toISOString() },
    ]);
    expect((await get(alone ?? '', '/second-factor')).body).toEqual({
      is_enabled: true,
      has_app: false,
      passkey_count: 2,
      is_required: false,
      recovery_codes_left: 8,
    });
    expect((await events()).filter((event) => event.startsWith('passkey'))).toEqual([
      'passkey_added Phone',
      'passkey_added Key',
    ]);
  });

  /** Adds another passkey with recovery codes: one for the sign-in, one for the proof. */
  const addSecond = async ([first, second]: readonly string[]) => {
    const { access_token: token = '' } = (await logIn({ code: first })).body;
    const missing = await post('/account/passkeys/options', { current_password: PASSWORD }, token);
    expect(missing.body.fields).toEqual({ code: 'Please enter the code' });
    const authenticator = new Authenticator(ORIGIN);
    const options = await creationOptions(token, { current_password: PASSWORD, code: second });
    const added = await post(
      '/account/passkeys',
      { name: 'Key', passkey: authenticator.create(options) },
      token,
    );
    expect([added.status, added.body.recovery_codes]).toEqual([201, undefined]);
    return { token, authenticator };
  };

  test('a passkey alone signs in, and its challenge works once', async () => {
    const { authenticator } = await addFirst();
    const passkey = authenticator.sign(await signInOptions());
    const replies = await Promise.all([1, 2, 3].map(() => post('/sessions/passkey', { passkey })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const token = replies.find(({ status }) => status === 200)?.body.access_token ?? '';
    expect((await get(token, '')).body).toMatchObject({ user: { email: ada.email } });
    expect((await post('/sessions/passkey', { passkey })).status).toBe(422);
    const signedIn = (await events()).filter((event) => event.startsWith('signed_in'));
    expect(signedIn.at(-1)).toBe('signed_in passkey');
    expect((await events()).filter((event) => event === 'sign_in_failed passkey')).toHaveLength(3);
  });

  test('after the password, a passkey takes the place of the code', async () => {
    const { authenticator } = await addFirst();
    const refused = await logIn();
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { second_factor: 'code_required', has_app: false, has_passkey: true },
    ]);
    const wrong = { email: ada.email, password: 'not this one' };
    expect((await post('/sessions/passkey/options', wrong)).status).toBe(401);
    const passkey = authenticator.sign(await stepOptions(), { userHandle: null });
    const wrongPassword = await logIn({ password: 'not this one', passkey });
    expect([wrongPassword.status, wrongPassword.body.access_token]).toEqual([401, undefined]);
    const signedIn = await logIn({ passkey });
    expect(signedIn.status).toBe(200);
    expect(await isAlive(signedIn.body.access_token ?? '')).toBe(true);
    expect((await logIn({ passkey })).status).toBe(422);
    expect((await events()).filter((event) => /^sign(ed)?_in/.test(event)).slice(-2)).toEqual([
      'signed_in password and passkey',
      'sign_in_failed second factor',
    ]);
  });

  test.each<[string, ResponseOptions]>([
    ['another origin', { origin: 'https://news.example.evil.example' }],
    ['another port', { origin: `${ORIGIN}:8443` }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no verification of the user', { isVerified: false }],
    ['the type of a creation', { type: 'webauthn.create' }],
    ['the handle of another account', { userHandle: Buffer.from('someone else').toString('base64url') }],
    ['no handle of an account', { userHandle: null }],
  ])('a response with %s opens no session', async (_, response) => {
    const { authenticator } = await addFirst();
    const before = await app.database.db.$count(session);
    const refused = await useAlone(authenticator, response);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['passkey']]);
    expect(await app.database.db.$count(session)).toBe(before);
    expect((await useAlone(authenticator)).status).toBe(200);
  });

  test.each<[string, ResponseOptions]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no verification of the user', { isVerified: false }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
  ])('a new passkey with %s is not added', async (_, response) => {
    const { access_token: token } = await signIn(app, ada);
    const authenticator = new Authenticator(ORIGIN);
    const options = await creationOptions(token);
    const send = (passkey: object) => post('/account/passkeys', { name: 'Phone', passkey }, token);
    expect((await send(authenticator.create(options, response))).status).toBe(422);
    expect(await app.database.db.$count(passkeys, eq(passkeys.userId, ada.id))).toBe(0);
    const valid = authenticator.create(options);
    expect([(await send(valid)).status, (await send(valid)).status]).toEqual([201, 422]);
  });

  test('a challenge is refused after five minutes, for another purpose, account or spelling', async () => {
    const { token, authenticator } = await addFirst();
    const own = ada;
    const [alone, step] = [await signInOptions(), await stepOptions()];
    const proof = challenge(await post('/account/passkeys/proof', {}, token));
    for (const options of [step, proof, { challenge: `${alone.challenge}=` }, { challenge: 'AAAA' }])
      expect((await post('/sessions/passkey', { passkey: authenticator.sign(options) })).status).toBe(422);
    for (const options of [alone, proof])
      expect((await logIn({ passkey: authenticator.sign(options) })).status).toBe(422);

    ada = await makeAccount(app, { role: 'author' });
    await addFirst();
    const ofOther = await stepOptions();
    // The passkey of Ada, for the other account and for the challenge of the other account.
    for (const options of [ofOther, step])
      expect((await logIn({ passkey: authenticator.sign(options) })).status).toBe(422);
    ada = own;
    expect((await logIn({ passkey: authenticator.sign(ofOther) })).status).toBe(422);

    later(5 * MINUTE_MS);
    expect((await post('/sessions/passkey', { passkey: authenticator.sign(alone) })).status).toBe(422);
    const fresh = await signInOptions();
    later(5 * MINUTE_MS - 1);
    expect((await post('/sessions/passkey', { passkey: authenticator.sign(fresh) })).status).toBe(200);
  });

  test('a counter that does not increase is refused, unless both are 0', async () => {
    const { authenticator } = await addFirst();
    const statuses = [];
    for (const counter of [0, 0, 7, 7, 6, 0, 8, 4_294_967_295])
      statuses.push((await useAlone(authenticator, { counter })).status);
    expect(statuses).toEqual([200, 200, 200, 422, 422, 422, 200, 200]);
  });

  test('asking for challenges stores nothing, and used ones are deleted after they have expired', async () => {
    const { authenticator } = await addFirst();
    const { db } = app.database;
    const used = () => db.$count(usedPasskeyChallenges);
    const before = await used();
    for (let request = 0; request < 5; request++) await signInOptions();
    expect(await used()).toBe(before);
    expect((await useAlone(authenticator)).status).toBe(200);
    expect(await used()).toBe(before + 1);
    later(6 * MINUTE_MS);
    await app.jobs.runDue();
    later(10 * MINUTE_MS);
    await app.jobs.runDue();
    expect(await used()).toBe(0);
  });

  test('wrong responses are limited for the network and for the account', async () => {
    const { authenticator } = await addFirst();
    const unknown = new Authenticator(ORIGIN);
    const replies = [];
    for (let guess = 0; guess < 21; guess++) replies.push(await useAlone(unknown));
    expect(new Set(replies.slice(0, 20).map(({ status }) => status))).toEqual(new Set([422]));
    expect(replies.at(-1)?.status).toBe(429);
    // An unknown passkey and a wrong signature get the same response.
    people += 1;
    const wrong = await useAlone(authenticator, { isVerified: false });
    expect({ ...wrong.body, instance: '' }).toEqual({ ...replies[0]?.body, instance: '' });
    for (let guess = 0; guess < 9; guess++) {
      people += 1;
      await useAlone(authenticator, { isVerified: false });
    }
    expect((await useAlone(authenticator)).status).toBe(429);
    later(16 * MINUTE_MS);
    expect((await useAlone(authenticator)).status).toBe(200);
  });

  test('a suspended account and a removed passkey sign nobody in', async () => {
    const { authenticator, token, id } = await addFirst();
    await app.database.db.update(user).set({ suspendedAt: now }).where(eq(user.id, ada.id));
    expect((await useAlone(authenticator)).status).toBe(403);
    await app.database.db.update(user).set({ suspendedAt: null }).where(eq(user.id, ada.id));
    const path = `/account/passkeys/${id}/removal`;
    expect((await post(path, { current_password: PASSWORD }, token)).body.fields).toHaveProperty('code');
    const proof = await proveBy(authenticator, token);
    expect((await post(path, proof, token)).status).toBe(204);
    expect((await useAlone(authenticator)).status).toBe(422);
    // It was the last second factor.
    expect((await logIn()).status).toBe(200);
    expect((await get(token, '/second-factor')).body).toMatchObject({
      is_enabled: false,
      recovery_codes_left: 0,
    });
    expect(await events()).toContain('passkey_removed Phone');
  });

  test('nobody removes the passkey of someone else', async () => {
    const { id } = await addFirst();
    ada = await makeAccount(app, { role: 'admin' });
    const { token, authenticator } = await addFirst();
    const proof = await proveBy(authenticator, token);
    expect((await post(`/account/passkeys/${id}/removal`, proof, token)).status).toBe(404);
  });

  test('an account has at most ten, each once', async () => {
    const { token, authenticator } = await addFirst();
    const options = await creationOptions(token, await proveBy(authenticator, token));
    const twice = await post(
      '/account/passkeys',
      { name: 'Twice', passkey: authenticator.create(options) },
      token,
    );
    expect(twice.status).toBe(409);
    const all = [];
    for (let count = 1; count <= 10; count++)
      all.push(await creationOptions(token, await proveBy(authenticator, token)));
    const statuses = [];
    for (const each of all) {
      const passkey = new Authenticator(ORIGIN).create(each);
      statuses.push((await post('/account/passkeys', { name: 'One more', passkey }, token)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 201), 409]);
    const refused = await post('/account/passkeys/options', await proveBy(authenticator, token), token);
    expect(refused.status).toBe(409);
  });

  test('a role that requires a second factor is satisfied by a passkey, which is then not removed', async () => {
    const { authenticator, token, id } = await addFirst();
    await requireFor('author');
    expect((await logIn()).body['second_factor']).toBe('code_required');
    expect((await useAlone(authenticator)).status).toBe(200);
    const enrolment = { email: ada.email, password: PASSWORD };
    expect((await post('/sessions/second-factor', enrolment)).status).toBe(409);
    const removal = async () =>
      post(`/account/passkeys/${id}/removal`, await proveBy(authenticator, token), token);
    expect((await removal()).status).toBe(403);

    const begun = await post('/account/second-factor', await proveBy(authenticator, token), token);
    const secret = String(begun.body['secret']);
    const confirmed = await reply(
      await app.fetch('/api/account/second-factor', {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...network(),
        },
        body: JSON.stringify({ code: totpCode(secret, now) }),
      }),
    );
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect((await removal()).status).toBe(204);
    expect((await get(token, '/second-factor')).body).toMatchObject({
      has_app: true,
      recovery_codes_left: 10,
    });
    await requireFor();
  });

  test('an administrator resets the passkeys of someone else as well', async () => {
    // On the first page of the list.
    ada = await makeAccount(app, { role: 'author', name: 'Aaron' });
    const { authenticator, token } = await addFirst();
    const newsroom = await newsroomApi(app, 'admin', await makeAccount(app, { role: 'admin' }));
    const { body } = await newsroom.request<{ people: { id: string; has_second_factor: boolean }[] }>(
      'GET',
      '/people',
    );
    expect(body.people.find(({ id }) => id === ada.id)?.has_second_factor).toBe(true);
    expect((await newsroom.request('DELETE', `/people/${ada.id}/second-factor`)).status).toBe(204);
    expect([await isAlive(token), (await useAlone(authenticator)).status]).toEqual([false, 422]);
    expect((await logIn()).status).toBe(200);
    expect((await newsroom.request('DELETE', `/people/${ada.id}/second-factor`)).status).toBe(409);
  });

  test('an attestation with certificates is refused without a request to the addresses in it', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { access_token: token } = await signIn(app, ada);
    const authenticator = new Authenticator(ORIGIN);
    // {"x5c": [h'00']}
    const cbor = Buffer.from([0xa1, 0x63, 0x78, 0x35, 0x63, 0x81, 0x41, 0x00]);
    for (const format of ['packed', 'fido-u2f', 'apple', 'tpm', 'android-key']) {
      const passkey = authenticator.create(await creationOptions(token), { statement: { format, cbor } });
      const sent = await post('/account/passkeys', { name: 'Phone', passkey }, token);
      expect([format, sent.status]).toEqual([format, 422]);
    }
    expect(asked).toEqual([]);
    server.close();
  });

  test('a response that is too large or not one is rejected', async () => {
    const { authenticator, token } = await addFirst();
    const valid = authenticator.sign(await signInOptions());
    const send = (changed: object) => post('/sessions/passkey', { passkey: { ...valid, ...changed } });
    for (const changed of [
      { id: 'A'.repeat(1_365) },
      { id: 'not base64url!' },
      { rawId: 'AAAA' },
      { type: 'password' },
      { response: { ...valid.response, clientDataJSON: 'A'.repeat(4_097) } },
      { response: { ...valid.response, clientDataJSON: 'AAAA' } },
      { response: { ...valid.response, authenticatorData: 'A'.repeat(4_097) } },
      { response: { ...valid.response, authenticatorData: 'AAAA' } },
      { response: { ...valid.response, signature: 'A'.repeat(8_193) } },
      { response: { ...valid.response, signature: 'AAAA' } },
      { response: null },
    ])
      expect([JSON.stringify(changed).slice(0, 60), (await send(changed)).status]).toEqual([
        JSON.stringify(changed).slice(0, 60),
        422,
      ]);
    people += 1;
    expect((await send({ padding: 'A'.repeat(300_000) })).status).toBe(413);
    expect((await send({})).status).toBe(200);
    const name = 'a'.repeat(61);
    const passkey = { ...valid, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
    expect((await post('/account/passkeys', { name, passkey }, token)).body.fields).toHaveProperty('name');
    expect((await post('/account/passkeys', { name: 'Phone', passkey }, token)).status).toBe(422);
  });
});

test('a site at an IP address or without HTTPS offers no passkeys', async () => {
  for (const [publicUrl, status] of [
    ['http://127.0.0.1:3000', 403],
    ['https://[2001:db8::1]', 403],
    ['http://news.example', 403],
    ['http://localhost:3000', 200],
  ] as const) {
    const app = await testApp({ env: { PUBLIC_URL: publicUrl } });
    expect([publicUrl, (await postJson(app, '/api/sessions/passkey/options', {})).status]).toEqual([
      publicUrl,
      status,
    ]);
    await app.close();
  }
});
