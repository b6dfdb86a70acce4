import { expect } from 'vitest';
import { PASSWORD, postJson, signIn } from '../accounts.ts';
import { totpCode } from '../totp.ts';
import { prepareAccountSite } from './account-site.ts';

/** A site whose second factors are tested. A test starts in the middle of a time step of the codes. */
export function prepareSecondFactorSite(databaseKind: 'embedded' | 'server') {
  const site = prepareAccountSite(
    { databaseKind },
    () => new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000),
  );
  const { network, reply } = site;
  const nextStep = (steps = 1) => {
    site.now = new Date(site.now.getTime() + steps * 30_000);
  };
  const logIn = async (code?: string, password = PASSWORD) =>
    reply(
      await postJson(
        site.app,
        '/api/sessions',
        { email: site.ada.email, password, ...(code !== undefined && { code }) },
        network(),
      ),
    );
  const send = async (token: string, method: string, path: string, body?: unknown) =>
    reply(
      await site.app.fetch(`/api/account/second-factor${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...network() },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  /** Sets up the second factor of Ada in a session, which stays open, and moves to the next time step. */
  const enrol = async () => {
    const { access_token: token } = await signIn(site.app, site.ada);
    const { secret = '' } = (await send(token, 'POST', '', { current_password: PASSWORD })).body;
    const confirmed = await send(token, 'PUT', '', { code: totpCode(secret, site.now) });
    expect(confirmed.status).toBe(200);
    nextStep();
    return { token, secret, codes: confirmed.body.recovery_codes ?? [] };
  };

  return Object.assign(site, { nextStep, logIn, send, enrol });
}
