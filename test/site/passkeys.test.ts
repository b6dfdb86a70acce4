import { createServer } from 'node:http';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { passkeys } from '#domain/accounts/passkeys/tables.server.ts';
import { session } from '#domain/accounts/tables.server.ts';
import { makeAccount, PASSWORD, signIn } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { Authenticator, type ResponseOptions } from '../authenticator.ts';
import { totpCode } from '../totp.ts';
import { preparePasskeysSite, ORIGIN } from './passkeys-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('passkeys, on the %s database', (databaseKind) => {
  const site = preparePasskeysSite(databaseKind);
  const { post, request, get, logIn, signInOptions, useAlone, proveBy } = site;
  const { isAlive, events, creationOptions, addFirst, addSecond, requireFor } = site;

  test('adding one needs the password, ends all other sessions and returns recovery codes', async () => {
    const { access_token: elsewhere } = await signIn(site.app, site.ada);
    const { access_token: token } = await signIn(site.app, site.ada);
    expect((await post('/account/passkeys/options', {}, token)).body.fields).toHaveProperty(
      'current_password',
    );
    const refused = await post('/account/passkeys/options', { current_password: 'not this one' }, token);
    expect([refused.status, refused.body.challenge]).toEqual([422, undefined]);
    const { codes } = await addFirst();
    expect(codes).toHaveLength(10);
    expect([await isAlive(elsewhere), await isAlive(token)]).toEqual([false, false]);
    expect((await useAlone((await addSecond(codes)).authenticator)).status).toBe(200);
    expect((await events()).filter((event) => event.startsWith('passkey'))).toEqual([
      'passkey_added Phone',
      'passkey_added Key',
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
    const before = await site.app.database.db.$count(session);
    const refused = await useAlone(authenticator, response);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['passkey']]);
    expect(await site.app.database.db.$count(session)).toBe(before);
    expect((await useAlone(authenticator)).status).toBe(200);
  });

  test.each<[string, ResponseOptions]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no verification of the user', { isVerified: false }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
  ])('a new passkey with %s is not added', async (_, response) => {
    const { access_token: token } = await signIn(site.app, site.ada);
    const authenticator = new Authenticator(ORIGIN);
    const options = await creationOptions(token);
    const send = (passkey: object) => post('/account/passkeys', { name: 'Phone', passkey }, token);
    expect((await send(authenticator.create(options, response))).status).toBe(422);
    expect(await site.app.database.db.$count(passkeys, eq(passkeys.userId, site.ada.id))).toBe(0);
    const valid = authenticator.create(options);
    expect([(await send(valid)).status, (await send(valid)).status]).toEqual([201, 422]);
  });

  test('nobody removes the passkey of someone else', async () => {
    const { id } = await addFirst();
    site.ada = await makeAccount(site.app, { role: 'admin' });
    const { token, authenticator } = await addFirst();
    const proof = await proveBy(authenticator, token);
    expect((await post(`/account/passkeys/${id}/removal`, proof, token)).status).toBe(404);
  });

  test('a role that requires a second factor is satisfied by a passkey, which is then not removed', async () => {
    const { authenticator, token, id } = await addFirst();
    await requireFor('author');
    expect((await logIn()).body['second_factor']).toBe('code_required');
    expect((await useAlone(authenticator)).status).toBe(200);
    const enrolment = { email: site.ada.email, password: PASSWORD };
    expect((await post('/sessions/second-factor', enrolment)).status).toBe(409);
    const removal = async () =>
      post(`/account/passkeys/${id}/removal`, await proveBy(authenticator, token), token);
    expect((await removal()).status).toBe(403);

    const begun = await post('/account/second-factor', await proveBy(authenticator, token), token);
    const secret = String(begun.body['secret']);
    const code = totpCode(secret, site.now);
    const confirmed = await request('PUT', '/account/second-factor', { code }, token);
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect((await removal()).status).toBe(204);
    expect((await get(token, '/second-factor')).body).toMatchObject({
      has_app: true,
      recovery_codes_left: 10,
    });
    await requireFor();
  });

  test('a role that requires a second factor sets up a passkey in the sign-in, before there is a session', async () => {
    const { access_token: before } = await signIn(site.app, site.ada);
    const enrolment = { email: site.ada.email, password: PASSWORD };
    expect((await post('/sessions/second-factor/passkey', enrolment)).status).toBe(403);
    const ownOptions = await creationOptions(before);
    await requireFor('author');
    const wrong = await post('/sessions/second-factor/passkey', { ...enrolment, password: 'not this one' });
    expect([wrong.status, wrong.body.challenge]).toEqual([401, undefined]);
    const options = async () => {
      const begun = await post('/sessions/second-factor/passkey', enrolment);
      expect(begun.status).toBe(200);
      return begun.body as unknown as { challenge: string; user: { id: string } };
    };
    const authenticator = new Authenticator(ORIGIN);
    const create = async (response: ResponseOptions = {}) => ({
      new_passkey: { name: 'Phone', attestation: authenticator.create(await options(), response) },
    });
    for (const response of [
      { origin: 'https://other.example' },
      { isVerified: false },
      { rpId: 'a.example' },
    ]) {
      const refused = await logIn(await create(response));
      expect([refused.status, refused.body.access_token]).toEqual([422, undefined]);
    }
    // A challenge for a change of the own account is one for another purpose.
    const others = authenticator.create(ownOptions);
    expect((await logIn({ new_passkey: { name: 'Phone', attestation: others } })).status).toBe(422);
    expect(await site.app.database.db.$count(passkeys, eq(passkeys.credentialId, authenticator.id))).toBe(0);

    const input = await create();
    const second = new Authenticator(ORIGIN);
    const late = { new_passkey: { name: 'Key', attestation: second.create(await options()) } };
    const opened = await logIn(input);
    expect([opened.status, opened.body.recovery_codes?.length]).toEqual([200, 10]);
    expect([await isAlive(before), await isAlive(opened.body.access_token ?? '')]).toEqual([false, true]);
    // The password alone allows the first one only, also with a challenge from before.
    expect((await logIn(input)).body['second_factor']).toBe('code_required');
    expect((await logIn(late)).body['second_factor']).toBe('code_required');
    expect((await post('/sessions/second-factor/passkey', enrolment)).status).toBe(409);
    expect((await useAlone(authenticator)).status).toBe(200);
    expect((await useAlone(second)).status).toBe(422);
    expect((await logIn({ code: opened.body.recovery_codes?.[0] })).status).toBe(200);
    expect((await events()).filter((event) => event.startsWith('passkey'))).toEqual(['passkey_added Phone']);
    await requireFor();
  });

  test('an attestation with certificates is refused without a request to the addresses in it', async () => {
    const asked: string[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { access_token: token } = await signIn(site.app, site.ada);
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
    const { authenticator } = await addFirst();
    const valid = authenticator.sign(await signInOptions());
    const send = (changed: object) => post('/sessions/passkey', { passkey: { ...valid, ...changed } });
    for (const changed of [
      { id: 'A'.repeat(1_365) },
      { response: { ...valid.response, clientDataJSON: 'A'.repeat(4_097) } },
      { response: { ...valid.response, authenticatorData: 'A'.repeat(4_097) } },
      { response: { ...valid.response, signature: 'A'.repeat(8_193) } },
      { response: null },
    ])
      expect([JSON.stringify(changed).slice(0, 60), (await send(changed)).status]).toEqual([
        JSON.stringify(changed).slice(0, 60),
        422,
      ]);
    site.networkNumber += 1;
    expect((await send({ padding: 'A'.repeat(300_000) })).status).toBe(413);
    expect((await send({})).status).toBe(200);
  });
});
