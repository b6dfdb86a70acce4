import { beforeEach, expect } from 'vitest';
import { usedPasskeyChallenges } from '#domain/accounts/passkeys/tables.server.ts';
import type { Role } from '#domain/accounts/permissions.ts';
import { adminHeaders, PASSWORD, signIn } from '../accounts.ts';
import { Authenticator, type ResponseOptions } from '../authenticator.ts';
import { changeSettings } from '../settings.ts';
import { type Reply, prepareAccountSite } from './account-site.ts';

export const ORIGIN = 'https://news.example';

/** The challenge in the options that a response contains. */
export const challenge = ({ body }: Reply) => ({ challenge: body.challenge ?? '' });

/** A site at an address with HTTPS, on which passkeys can be used. */
export function preparePasskeysSite(databaseKind: 'embedded' | 'server') {
  const site = prepareAccountSite({ databaseKind, env: { PUBLIC_URL: ORIGIN } });
  const { network, reply } = site;
  beforeEach(async () => {
    await site.app.database.db.delete(usedPasskeyChallenges);
  });
  /** Sends a request with JSON to the API. */
  const request = async (method: string, path: string, body: unknown, token?: string) =>
    reply(
      await site.app.fetch(`/api${path}`, {
        method,
        headers: {
          ...network(),
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
    );
  const post = (path: string, body: unknown, token?: string) => request('POST', path, body, token);
  const get = async (token: string, path: string) =>
    reply(await site.app.fetch(`/api/account${path}`, { headers: { authorization: `Bearer ${token}` } }));
  const logIn = (more: object = {}) =>
    post('/sessions', { email: site.ada.email, password: PASSWORD, ...more });
  const signInOptions = async () => challenge(await post('/sessions/passkey/options', {}));
  const useAlone = async (authenticator: Authenticator, response: ResponseOptions = {}) =>
    post('/sessions/passkey', { passkey: authenticator.sign(await signInOptions(), response) });
  const proveBy = async (authenticator: Authenticator, token: string) => ({
    passkey: authenticator.sign(challenge(await post('/account/passkeys/proof', {}, token))),
  });
  const creationOptions = async (token: string, proof: object = { current_password: PASSWORD }) => {
    const begun = await post('/account/passkeys/options', proof, token);
    expect(begun.status).toBe(200);
    return begun.body as unknown as { challenge: string; user: { id: string } };
  };
  /** Adds the first passkey of Ada in a session, which stays open. */
  const addFirst = async (response: ResponseOptions = {}) => {
    const { access_token: token } = await signIn(site.app, site.ada);
    const authenticator = new Authenticator(ORIGIN);
    const passkey = authenticator.create(await creationOptions(token), response);
    const added = await post('/account/passkeys', { name: 'Phone', passkey }, token);
    expect(added.status).toBe(201);
    return { token, authenticator, id: String(added.body['id']), codes: added.body.recovery_codes ?? [] };
  };

  const requireFor = async (...roles: Role[]) =>
    changeSettings(site.app, await adminHeaders(site.app), { account_second_factor_roles: roles });

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

  const requests = { get, post, request, logIn, requireFor };
  const passkeyRequests = { addFirst, addSecond, creationOptions, proveBy, signInOptions, useAlone };
  return Object.assign(site, requests, passkeyRequests);
}
