import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import { makeAccount, PASSWORD, postJson } from '../accounts.ts';
import { databaseKindsFor, testApp } from '../app.ts';
import { Authenticator } from '../authenticator.ts';
import { challenge, preparePasskeysSite, ORIGIN } from './passkeys-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('passkeys, on the %s database', (databaseKind) => {
  const site = preparePasskeysSite(databaseKind);
  const { post, get, logIn, signInOptions, useAlone, proveBy, isAlive, events, addFirst } = site;

  const later = (ms: number) => {
    site.now = new Date(site.now.getTime() + ms);
  };
  const stepOptions = async (person = site.ada) =>
    challenge(await post('/sessions/passkey/options', { email: person.email, password: PASSWORD }));

  test('a passkey alone signs in, and its challenge works once', async () => {
    const { authenticator } = await addFirst();
    const passkey = authenticator.sign(await signInOptions());
    const replies = await Promise.all([1, 2, 3].map(() => post('/sessions/passkey', { passkey })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const token = replies.find(({ status }) => status === 200)?.body.access_token ?? '';
    expect((await get(token, '')).body).toMatchObject({ user: { email: site.ada.email } });
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
    const wrong = { email: site.ada.email, password: 'not this one' };
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

  test('a challenge is refused after five minutes, for another purpose, account or spelling', async () => {
    const { token, authenticator } = await addFirst();
    const own = site.ada;
    const [alone, step] = [await signInOptions(), await stepOptions()];
    const proof = challenge(await post('/account/passkeys/proof', {}, token));
    for (const options of [step, proof, { challenge: `${alone.challenge}=` }, { challenge: 'AAAA' }])
      expect((await post('/sessions/passkey', { passkey: authenticator.sign(options) })).status).toBe(422);
    for (const options of [alone, proof])
      expect((await logIn({ passkey: authenticator.sign(options) })).status).toBe(422);

    site.ada = await makeAccount(site.app, { role: 'author' });
    await addFirst();
    const ofOther = await stepOptions();
    // The passkey of Ada, for the other account and for the challenge of the other account.
    for (const options of [ofOther, step])
      expect((await logIn({ passkey: authenticator.sign(options) })).status).toBe(422);
    site.ada = own;
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

  test('wrong responses are limited for the network and for the account', async () => {
    const { authenticator } = await addFirst();
    const unknown = new Authenticator(ORIGIN);
    const replies = [];
    for (let guess = 0; guess < 21; guess++) replies.push(await useAlone(unknown));
    expect(new Set(replies.slice(0, 20).map(({ status }) => status))).toEqual(new Set([422]));
    expect(replies.at(-1)?.status).toBe(429);
    // An unknown passkey and a wrong signature get the same response.
    site.networkNumber += 1;
    const wrong = await useAlone(authenticator, { isVerified: false });
    expect({ ...wrong.body, instance: '' }).toEqual({ ...replies[0]?.body, instance: '' });
    for (let guess = 0; guess < 9; guess++) {
      site.networkNumber += 1;
      await useAlone(authenticator, { isVerified: false });
    }
    expect((await useAlone(authenticator)).status).toBe(429);
    later(16 * MINUTE_MS);
    expect((await useAlone(authenticator)).status).toBe(200);
  });

  test('a suspended account and a removed passkey sign nobody in', async () => {
    const { authenticator, token, id } = await addFirst();
    await site.app.database.db.update(user).set({ suspendedAt: site.now }).where(eq(user.id, site.ada.id));
    expect((await useAlone(authenticator)).status).toBe(403);
    await site.app.database.db.update(user).set({ suspendedAt: null }).where(eq(user.id, site.ada.id));
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
