import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { userRoles } from '#domain/accounts/tables.server.ts';
import { adminHeaders, makeAccount, PASSWORD, postJson, signIn } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { totpCode } from '../totp.ts';
import { prepareSecondFactorSite } from './second-factor-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('second factors of roles (%s)', (databaseKind) => {
  const site = prepareSecondFactorSite(databaseKind);
  const { nextStep, reply, network, logIn, send, isAlive, events, enrol } = site;

  const beginEnrolment = async () =>
    reply(
      await postJson(
        site.app,
        '/api/sessions/second-factor',
        { email: site.ada.email, password: PASSWORD },
        network(),
      ),
    );
  const requireFor = async (...roles: Role[]) =>
    changeSettings(site.app, await adminHeaders(site.app), { account_second_factor_roles: roles });

  test('a role that requires it is enrolled at the sign-in, before there is a session', async () => {
    const { access_token: before } = await signIn(site.app, site.ada);
    expect((await beginEnrolment()).status).toBe(403);
    await requireFor('author');
    expect((await send(before, 'GET', '')).body['is_required']).toBe(true);
    const refused = await logIn();
    expect([refused.status, refused.body.second_factor]).toEqual([401, 'enrolment_required']);
    expect((await logIn('123456')).status).toBe(409);
    const wrong = { email: site.ada.email, password: 'not this one' };
    expect((await postJson(site.app, '/api/sessions/second-factor', wrong, network())).status).toBe(401);

    const { secret: forgotten = '' } = (await beginEnrolment()).body;
    const { secret = '' } = (await beginEnrolment()).body;
    expect((await logIn(totpCode(forgotten, site.now))).status).toBe(422);
    expect((await logIn()).body.second_factor).toBe('enrolment_required');
    const signedIn = await logIn(totpCode(secret, site.now));
    expect([signedIn.status, signedIn.body.recovery_codes?.length]).toEqual([200, 10]);
    expect(await isAlive(before)).toBe(false);
    expect((await beginEnrolment()).status).toBe(409);

    nextStep();
    const proof = { current_password: PASSWORD, code: totpCode(secret, site.now) };
    const token = signedIn.body.access_token ?? '';
    expect((await send(token, 'POST', '/removal', proof)).status).toBe(403);
    await site.app.database.db
      .update(userRoles)
      .set({ role: 'contributor' })
      .where(eq(userRoles.userId, site.ada.id));
    expect((await send(token, 'POST', '/removal', proof)).status).toBe(204);
    await requireFor();
  });

  test('an unknown role is not accepted in the setting', async () => {
    const patch = { account_second_factor_roles: ['owner'] };
    const response = await patchSettings(site.app, await adminHeaders(site.app), patch);
    expect(response.status).toBe(422);
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
