import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { lockUser } from '#domain/accounts/lock-user.server.ts';
import { passkeys } from '#domain/accounts/passkeys/tables.server.ts';
import { createResetLink } from '#domain/accounts/reset-link.server.ts';
import { recoveryCodes, secondFactors } from '#domain/accounts/second-factor/tables.server.ts';
import { session, user, userRoles } from '#domain/accounts/tables.server.ts';
import { adminHeaders, outboxMails, PASSWORD, postJson, signIn } from '../accounts.ts';
import { DATABASE_KINDS } from '../app.ts';
import { Authenticator } from '../authenticator.ts';
import { totpCode } from '../totp.ts';
import { waitForLocks } from './lock-waits.ts';
import { ORIGIN, preparePasskeysSite } from './passkeys-site.ts';

const NEW_PASSWORD = 'seven slow barges passing';

describe.each(DATABASE_KINDS)('an account with the address of someone else (%s database)', (databaseKind) => {
  const site = preparePasskeysSite(databaseKind);
  const { post, request, useAlone, creationOptions } = site;
  let number = 0;

  /** Someone signs up with the address of another person, and adds a passkey and an app. */
  async function signUpWithFactors() {
    const email = `owner-${databaseKind}-${(number += 1)}@news.example`;
    const { db } = site.app.database;
    await post('/accounts', { name: 'Olga', email, password: PASSWORD });
    const [created] = await db.select().from(user).where(eq(user.email, email));
    if (created === undefined) throw new Error('no account was created');
    const { id } = created;
    const { access_token: token } = await signIn(site.app, { email });
    const { secret = '' } = (await post('/account/second-factor', { current_password: PASSWORD }, token))
      .body;
    const code = totpCode(secret, site.now);
    const enabled = await request('PUT', '/account/second-factor', { code }, token);
    expect(enabled.status).toBe(200);
    const codes = enabled.body.recovery_codes ?? [];
    const authenticator = new Authenticator(ORIGIN);
    const passkey = authenticator.create(
      await creationOptions(token, { current_password: PASSWORD, code: codes[0] }),
    );
    const added = await post('/account/passkeys', { name: 'Phone', passkey }, token);
    expect(added.status).toBe(201);
    expect((await useAlone(authenticator)).status).toBe(200);
    return { id, email, authenticator };
  }

  /** The token of the newest link that was sent to this address. */
  async function mailedToken(email: string): Promise<string> {
    const text = (await outboxMails(site.app, email)).at(-1)?.text ?? '';
    return /\?verification=([\w-]{43})/.exec(text)?.[1] ?? '';
  }
  async function resetToken(id: string): Promise<string> {
    const link = await site.app.database.transaction((tx) => createResetLink(tx, id, ORIGIN, site.now));
    return new URL(link).searchParams.get('reset') ?? '';
  }
  async function invitationToken(email: string): Promise<string> {
    const headers = { ...(await adminHeaders(site.app)), ...site.network() };
    const invited = await postJson(site.app, '/api/newsroom/people', { email, role: 'editor' }, headers);
    expect(invited.status).toBe(201);
    return mailedToken(email);
  }
  const factors = async (id: string) => {
    const { db } = site.app.database;
    return [
      await db.$count(passkeys, eq(passkeys.userId, id)),
      await db.$count(secondFactors, eq(secondFactors.userId, id)),
      (await db.$count(recoveryCodes, eq(recoveryCodes.userId, id))) > 0,
    ];
  };

  type Account = Awaited<ReturnType<typeof signUpWithFactors>>;
  test.each([
    ['the link of the sign-up', '/email-verifications', ({ email }: Account) => mailedToken(email)],
    ['a link for a new password', '/password-resets/completion', ({ id }: Account) => resetToken(id)],
    ['an invitation', '/email-verifications', ({ email }: Account) => invitationToken(email)],
  ])('is that of the owner alone after %s', async (_, path, tokenOf) => {
    const account = await signUpWithFactors();
    const { id, email, authenticator } = account;
    const completed = await post(path, { token: await tokenOf(account), password: NEW_PASSWORD });
    expect(completed.status).toBe(204);
    expect((await useAlone(authenticator)).status).toBe(422);
    expect(await factors(id)).toEqual([0, 0, false]);
    const signedIn = await post('/sessions', { email, password: NEW_PASSWORD });
    expect([signedIn.status, signedIn.body.second_factor]).toEqual([200, undefined]);
  });

  test('keeps its second factors if it is confirmed, or an operator has granted a role to it', async () => {
    const { db } = site.app.database;
    for (const prepare of [
      (id: string) => db.update(user).set({ emailVerified: true }).where(eq(user.id, id)),
      (userId: string) => db.insert(userRoles).values({ userId, role: 'author' }),
    ]) {
      const { id, authenticator } = await signUpWithFactors();
      await prepare(id);
      const input = { token: await resetToken(id), password: NEW_PASSWORD };
      expect((await post('/password-resets/completion', input)).status).toBe(204);
      expect(await factors(id)).toEqual([1, 1, true]);
      expect((await useAlone(authenticator)).status).toBe(200);
    }
  });

  // The embedded database has one transaction at a time.
  test.runIf(databaseKind === 'server')(
    'gets no passkey from a session that ends before it is stored',
    async () => {
      const { database } = site.app;
      const { access_token: token } = await signIn(site.app, site.ada);
      const passkey = new Authenticator(ORIGIN).create(await creationOptions(token));
      const [locked, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ending = database.transaction(async (tx) => {
        await lockUser(tx, site.ada.id);
        locked.resolve();
        await isWaiting.promise;
        await tx.delete(session).where(eq(session.userId, site.ada.id));
      });
      await locked.promise;
      const adding = post('/account/passkeys', { name: 'Phone', passkey }, token);
      await waitForLocks(database);
      isWaiting.resolve();
      await ending;
      expect((await adding).status).toBe(401);
      expect(await factors(site.ada.id)).toEqual([0, 0, false]);
    },
  );
});
