import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createResetLink } from '#domain/accounts/reset-link.server.ts';
import { recoveryCodes, secondFactors } from '#domain/accounts/second-factor/tables.server.ts';
import { auditEvents, session } from '#domain/accounts/tables.server.ts';
import { makeAccount, outboxMails, PASSWORD, postJson, signIn } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { delayInserts } from '../delayed-inserts.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { totpCode } from '../totp.ts';
import { prepareSecondFactorSite } from './second-factor-site.ts';

const NEW_PASSWORD = 'seven slow barges passing';

/** A number that is not one of the codes at any of the times of a test. */
const wrongCode = (...valid: string[]) =>
  ['000000', '111111', '222222', '333333', '444444'].find((code) => !valid.includes(code)) ?? '';

describe.each(databaseKindsFor(import.meta.filename))('second factors (%s database)', (databaseKind) => {
  const site = prepareSecondFactorSite(databaseKind);
  const { nextStep, network, reply, logIn, send, isAlive, events, enrol } = site;

  const sessions = () => site.app.database.db.$count(session, eq(session.userId, site.ada.id));

  test('setting it up needs the password and a first code, and ends all other sessions', async () => {
    const [here, elsewhere] = [
      (await signIn(site.app, site.ada)).access_token,
      (await signIn(site.app, site.ada)).access_token,
    ];
    expect((await send(here, 'PUT', '', { code: '123456' })).status).toBe(409);
    expect((await send(here, 'POST', '', { current_password: 'not this one' })).body.fields).toEqual({
      current_password: 'This is not your password',
    });
    const begun = await send(here, 'POST', '', { current_password: PASSWORD });
    const { secret = '', uri = '' } = begun.body;
    expect([begun.status, new URL(uri).searchParams.get('secret')]).toEqual([200, secret]);
    // Nothing is enabled before the first code.
    expect((await logIn()).status).toBe(200);
    const wrong = await send(here, 'PUT', '', { code: wrongCode(totpCode(secret, site.now)) });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['code']]);
    for (const code of ['０００００0', '12345'])
      expect([code, (await send(here, 'PUT', '', { code })).status]).toEqual([code, 422]);

    const code = totpCode(secret, site.now);
    const confirmed = await send(here, 'PUT', '', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    expect([await isAlive(here), await isAlive(elsewhere)]).toEqual([true, false]);
    expect((await send(here, 'POST', '', { current_password: PASSWORD })).status).toBe(409);
    // The code that enabled it was its one use.
    expect((await logIn(code)).status).toBe(422);
  });

  test('without a code, the correct password opens no session', async () => {
    const { secret } = await enrol();
    const before = await sessions();
    const { status, body } = await logIn();
    expect([status, body.second_factor, body.access_token]).toEqual([401, 'code_required', undefined]);
    const wrongPassword = await logIn(totpCode(secret, site.now), 'not this one');
    expect([wrongPassword.status, wrongPassword.body.second_factor]).toEqual([401, undefined]);
    expect(await sessions()).toBe(before);
    const signedIn = await logIn(totpCode(secret, site.now));
    expect([signedIn.status, signedIn.body.recovery_codes]).toEqual([200, undefined]);
    expect(await isAlive(signedIn.body.access_token ?? '')).toBe(true);
  });

  test('a code works once, also when it is sent twice at the same time', async () => {
    const { secret } = await enrol();
    const code = totpCode(secret, site.now);
    const statuses = (await Promise.all([logIn(code), logIn(code), logIn(code)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    nextStep();
    expect((await logIn(code)).status).toBe(422);
    expect((await logIn(totpCode(secret, site.now))).status).toBe(200);
  });

  test('a clock may differ by one step; a code before the last used one is refused', async () => {
    const { secret } = await enrol();
    nextStep(4);
    const codeAt = (steps: number) => totpCode(secret, new Date(site.now.getTime() + steps * 30_000));
    expect((await logIn(codeAt(-2))).status).toBe(422);
    expect((await logIn(codeAt(2))).status).toBe(422);
    expect((await logIn(codeAt(-1))).status).toBe(200);
    expect((await logIn(codeAt(1))).status).toBe(200);
    // Within the window, but before the one that was used.
    expect((await logIn(codeAt(0))).status).toBe(422);
  });

  test('guesses are limited for the account over all networks and per day, even with the password', async () => {
    const { secret } = await enrol();
    const statuses = [];
    for (let guess = 0; guess < 7; guess++) {
      site.networkNumber += 1;
      statuses.push((await logIn(wrongCode(totpCode(secret, site.now)))).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    // The valid code is refused as well, or else guessing would go on.
    expect((await logIn(totpCode(secret, site.now))).status).toBe(429);
    for (let quarter = 0; quarter < 3; quarter++) {
      site.now = new Date(site.now.getTime() + 16 * 60_000);
      for (let guess = 0; guess < 5; guess++) await logIn('not a code');
    }
    site.now = new Date(site.now.getTime() + 16 * 60_000);
    expect((await logIn(totpCode(secret, site.now))).status).toBe(429);
    site.now = new Date(site.now.getTime() + 24 * 3_600_000);
    expect((await logIn(totpCode(secret, site.now))).status).toBe(200);
    expect((await events()).filter((event) => event === 'sign_in_failed second factor')).toHaveLength(20);
  });

  test('a recovery code works once, written in any way, and is recorded', async () => {
    const { token, codes } = await enrol();
    const [first = '', second = ''] = codes;
    expect((await logIn(` ${first.replace('-', ' ').toUpperCase()} `)).status).toBe(200);
    expect((await logIn(first)).status).toBe(422);
    const both = await Promise.all([logIn(second), logIn(second)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await send(token, 'GET', '')).body['recovery_codes_left']).toBe(8);
    expect((await events()).filter((event) => event.startsWith('recovery_code_used'))).toHaveLength(2);
  });

  test('the database stores neither the secret nor a recovery code, and no row works for another account', async () => {
    const { secret, codes } = await enrol();
    const { db } = site.app.database;
    const stored = JSON.stringify([
      await db.select().from(secondFactors),
      await db.select().from(recoveryCodes),
      await db.select().from(auditEvents),
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(text);
    const other = site.ada;
    site.ada = await makeAccount(site.app, { role: 'author' });
    const own = await enrol();
    // What an attacker can do who can write to the database, but does not have the key.
    const [copied] = await db.select().from(secondFactors).where(eq(secondFactors.userId, other.id));
    await db
      .update(secondFactors)
      .set({ secret: copied?.secret ?? '', lastStep: null })
      .where(eq(secondFactors.userId, site.ada.id));
    expect((await logIn(totpCode(secret, site.now))).status).toBe(422);
    expect((await logIn(totpCode(own.secret, site.now))).status).toBe(422);
  });

  test('a new password by link does not replace it, and opens no session', async () => {
    const { token, secret } = await enrol();
    const link = await site.app.database.transaction((tx) =>
      createResetLink(tx, site.ada.id, PUBLIC_URL, site.now),
    );
    const reset = { token: new URL(link).searchParams.get('reset') ?? '', password: NEW_PASSWORD };
    const completed = await postJson(site.app, '/api/password-resets/completion', reset);
    expect([completed.status, await completed.text()]).toEqual([204, '']);
    expect([await isAlive(token), await sessions()]).toEqual([false, 0]);
    expect((await logIn(undefined, NEW_PASSWORD)).body.second_factor).toBe('code_required');
    expect((await logIn(totpCode(secret, site.now), NEW_PASSWORD)).status).toBe(200);
  });

  // The embedded database has one transaction at a time.
  test.runIf(databaseKind === 'server')('new recovery codes replace those of another request', async () => {
    const { token, secret } = await enrol();
    const renew = () =>
      send(token, 'POST', '/recovery-codes', {
        current_password: PASSWORD,
        code: totpCode(secret, site.now),
      });
    const inserts = await delayInserts(site.app.database, recoveryCodes);
    const first = renew();
    await inserts.waitFor(1);
    nextStep();
    const second = renew();
    await inserts.waitFor(2);
    await inserts.release();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect((await send(token, 'GET', '')).body['recovery_codes_left']).toBe(10);
  });

  test('new recovery codes and the removal need both factors', async () => {
    const { token, secret, codes } = await enrol();
    const [first = '', second = ''] = codes;
    const prove = (path: string, code: string, password = PASSWORD) =>
      send(token, 'POST', path, { current_password: password, code });
    expect((await prove('/recovery-codes', first, 'not this one')).status).toBe(422);
    expect((await prove('/recovery-codes', wrongCode(totpCode(secret, site.now)))).status).toBe(422);
    const renewed = await prove('/recovery-codes', first);
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await logIn(second)).status).toBe(422);
    expect((await prove('/removal', wrongCode(totpCode(secret, site.now)))).status).toBe(422);
    expect((await prove('/removal', totpCode(secret, site.now))).status).toBe(204);
    expect((await prove('/removal', totpCode(secret, site.now))).status).toBe(409);
    expect((await logIn()).status).toBe(200);
    expect(
      (await events()).filter((event) => !event.startsWith('sign')).map((event) => event.split(' ')[0]),
    ).toEqual([
      'second_factor_enabled',
      'recovery_code_used',
      'recovery_codes_renewed',
      'second_factor_disabled',
    ]);
  });

  test('a new address needs both factors', async () => {
    const { token, secret } = await enrol();
    const change = async (proof: object) => {
      const response = await site.app.fetch('/api/account/email-changes', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...network() },
        body: JSON.stringify({ email: 'taken-over@paper.example', current_password: PASSWORD, ...proof }),
      });
      return [response.status, Object.keys((await reply(response)).body.fields ?? {})];
    };
    expect(await change({})).toEqual([422, ['code']]);
    expect(await change({ code: wrongCode(totpCode(secret, site.now)) })).toEqual([422, ['code']]);
    expect(await outboxMails(site.app, 'taken-over@paper.example')).toEqual([]);
    expect(await change({ code: totpCode(secret, site.now) })).toEqual([202, []]);
  });

  test('an administrator resets it for someone who has lost it, but not the own one', async () => {
    const { token } = await enrol();
    const admin = await makeAccount(site.app, { role: 'admin' });
    const newsroom = await newsroomApi(site.app, 'admin', admin);
    const { body } = await newsroom.request<{ people: { id: string; has_second_factor: boolean }[] }>(
      'GET',
      '/people',
    );
    const hasFactor = (id: string) => body.people.find((person) => person.id === id)?.has_second_factor;
    expect([hasFactor(site.ada.id), hasFactor(admin.id)]).toEqual([true, false]);
    expect((await newsroom.request('DELETE', `/people/${site.ada.id}/second-factor`)).status).toBe(204);
    expect(await isAlive(token)).toBe(false);
    expect((await logIn()).status).toBe(200);
    expect((await newsroom.request('DELETE', `/people/${site.ada.id}/second-factor`)).status).toBe(409);
    expect((await newsroom.request('DELETE', `/people/${admin.id}/second-factor`)).status).toBe(409);
    expect(await events()).toContain('second_factor_reset Ada');
  });
});
