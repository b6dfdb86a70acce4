import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { session, userRoles } from '#domain/accounts/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { adminHeaders, makeAccount, PASSWORD, postJson, signIn } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { totpCode } from '../totp.ts';
import { prepareSecondFactorSite } from './second-factor-site.ts';

describe.each(databaseKindsFor(import.meta.filename))(
  'a required second factor (%s database)',
  (databaseKind) => {
    const site = prepareSecondFactorSite(databaseKind);
    const { nextStep, reply, network, logIn, send, isAlive } = site;

    const sessions = () => site.app.database.db.$count(session, eq(session.userId, site.ada.id));
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

    test('sessions and API tokens from before are refused without it, by the setting and by a new role', async () => {
      const promote = async () => {
        const newsroom = await newsroomApi(site.app, 'admin');
        return (await newsroom.request('PATCH', `/people/${site.ada.id}`, { role: 'editor' })).status;
      };
      for (const begin of [() => requireFor('author', 'editor'), promote]) {
        site.ada = await makeAccount(site.app, { role: 'author' });
        const [used, refreshed] = [await signIn(site.app, site.ada), await signIn(site.app, site.ada)];
        const expiresAt = new Date(site.now.getTime() + DAY_MS);
        const apiToken = await insertToken(site.app, site.ada, { scopes: ['articles:read'], expiresAt });
        const refresh = () =>
          postJson(site.app, '/api/sessions/refresh', { refresh_token: refreshed.refresh_token });
        const read = async (token: string) => {
          const headers = { authorization: `Bearer ${token}`, ...network() };
          const response = await site.app.fetch('/api/newsroom/articles', { headers });
          return [response.status, ((await response.json()) as { second_factor?: string }).second_factor];
        };
        expect([await read(used.access_token), await read(apiToken)]).toEqual([
          [200, undefined],
          [200, undefined],
        ]);
        await begin();
        expect([await read(used.access_token), (await refresh()).status, await read(apiToken)]).toEqual([
          [401, 'enrolment_required'],
          401,
          [401, undefined],
        ]);
        expect(await sessions()).toBe(0);
        const { secret = '' } = (await beginEnrolment()).body;
        expect((await logIn(totpCode(secret, site.now))).status).toBe(200);
        expect(await read(apiToken)).toEqual([200, undefined]);
        await requireFor('editor');
      }
      await requireFor();
    });

    test('a role that requires it is enrolled at the sign-in, before there is a session', async () => {
      const { access_token: before } = await signIn(site.app, site.ada);
      expect((await beginEnrolment()).status).toBe(403);
      await requireFor('author');
      expect((await send(before, 'GET', '')).status).toBe(401);
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
  },
);
