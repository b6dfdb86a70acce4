import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createResetLink } from '#domain/accounts/reset-link.server.ts';
import { auditEvents, invitations, session, user } from '#domain/accounts/tables.server.ts';
import { makeAccount, outboxMails, PASSWORD, postJson, signIn } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { prepareAccountSite } from './account-site.ts';
import { waitForLocks } from './lock-waits.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

const NEW_PASSWORD = 'seven slow barges passing';

interface ListedSession {
  readonly id: string;
  readonly device: string | null;
  readonly is_current: boolean;
}

describe.each(databaseKindsFor(import.meta.filename))('the own account (%s database)', (databaseKind) => {
  const site = prepareAccountSite({ databaseKind });

  const resetToken = async () => {
    const link = await site.app.database.transaction((tx) =>
      createResetLink(tx, site.ada.id, PUBLIC_URL, site.now),
    );
    return new URL(link).searchParams.get('reset') ?? '';
  };
  const runJobs = async () => {
    site.now = new Date(Date.now() + 1000);
    await site.app.jobs.runDue();
  };
  const openSession = async () => (await signIn(site.app, site.ada)).access_token;
  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const response = await site.app.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
  const sessionsOf = async (token: string) =>
    (await send(token, 'GET', '/account/sessions')).body['sessions'] as ListedSession[];
  const status = async (email: string, password: string) =>
    (
      await postJson(
        site.app,
        '/api/sessions',
        { email, password },
        { 'x-forwarded-for': `198.51.${site.networkNumber}.1` },
      )
    ).status;
  const stored = async (id: string) =>
    (await site.app.database.db.select().from(user).where(eq(user.id, id)))[0];
  const events = async () =>
    (await site.app.database.db.select().from(auditEvents).orderBy(auditEvents.id))
      .filter(({ action }) => action !== 'signed_in')
      .map(({ action, detail }) => `${action} ${detail}`.trim());
  const subjects = async (email: string) =>
    (await outboxMails(site.app, email)).map(({ subject }) => subject);
  const linkTo = async (email: string) => {
    const [, rest = ''] = ((await outboxMails(site.app, email)).at(-1)?.text ?? '').split(
      `${PUBLIC_URL}/login?address=`,
    );
    return decodeURIComponent(/^[\w.%-]+/.exec(rest)?.[0] ?? '');
  };
  const confirm = (token: string) => postJson(site.app, '/api/email-changes/confirmation', { token });
  const askFor = (token: string, email: string, password = PASSWORD) =>
    send(token, 'POST', '/account/email-changes', { email, current_password: password });

  test('a new password needs the present one, and ends other sessions and links', async () => {
    const [here, elsewhere] = [await openSession(), await openSession()];
    const reset = await resetToken();
    const change = (input: object) => send(here, 'PUT', '/account/password', input);
    const wrong = await change({ current_password: 'not this one', password: NEW_PASSWORD });
    expect([wrong.status, wrong.body['fields']]).toEqual([
      422,
      { current_password: 'This is not your password' },
    ]);
    const weak = await change({ current_password: PASSWORD, password: '1234567890' });
    expect([weak.status, Object.keys(weak.body['fields'] ?? {})]).toEqual([422, ['password']]);
    expect((await send(elsewhere, 'GET', '/account')).status).toBe(200);

    expect((await change({ current_password: PASSWORD, password: NEW_PASSWORD })).status).toBe(204);
    expect((await send(here, 'GET', '/account')).status).toBe(200);
    expect((await send(elsewhere, 'GET', '/account')).status).toBe(401);
    expect([await status(site.ada.email, PASSWORD), await status(site.ada.email, NEW_PASSWORD)]).toEqual([
      401, 200,
    ]);
    const completion = { token: reset, password: 'yet another phrase here' };
    expect((await postJson(site.app, '/api/password-resets/completion', completion)).status).toBe(410);
    await runJobs();
    expect(await events()).toEqual(['password_changed', 'sign_in_failed']);
  });

  test('guesses of the present password are limited over all sessions', async () => {
    const tokens = [await openSession(), await openSession()];
    const statuses = [];
    for (let guess = 0; guess < 7; guess++) {
      const input = { current_password: `guess ${guess}`, password: NEW_PASSWORD };
      statuses.push((await send(tokens[guess % 2] ?? '', 'PUT', '/account/password', input)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await askFor(tokens[0] ?? '', 'new@paper.example')).status).toBe(429);
  });

  test('a new address needs the password and its link, which works once and ends every other link', async () => {
    const [token, email] = [await openSession(), `new-${site.networkNumber}@paper.example`];
    expect((await askFor(token, email, 'not this one')).status).toBe(422);
    expect((await askFor(token, site.ada.email.toUpperCase())).body['fields']).toEqual({
      email: 'This is your address already',
    });
    expect(await subjects(email)).toEqual([]);
    expect((await askFor(token, email)).status).toBe(202);
    const first = await linkTo(email);
    expect((await askFor(token, email)).status).toBe(202);
    const link = await linkTo(email);
    expect(await stored(site.ada.id)).toMatchObject({ email: site.ada.email });
    expect((await outboxMails(site.app, site.ada.email)).at(-1)?.text).toContain(email);

    const reset = await resetToken();
    const forged = `${link.split('.')[0]}.${Buffer.from('other@paper.example').toString('base64url')}`;
    for (const invalid of [first, forged, link.split('.')[0] ?? '', 'nothing', ''])
      expect([invalid, (await confirm(invalid)).status]).toEqual([invalid, 410]);
    const elsewhere = await openSession();
    expect((await confirm(link)).status).toBe(204);
    expect((await confirm(link)).status).toBe(410);
    const alive = [token, elsewhere].map(async (each) => (await send(each, 'GET', '/account')).status);
    expect(await Promise.all(alive)).toEqual([200, 401]);
    expect(await stored(site.ada.id)).toMatchObject({ email, emailVerified: true });
    expect([await status(site.ada.email, PASSWORD), await status(email, PASSWORD)]).toEqual([401, 200]);
    expect((await subjects(site.ada.email)).at(-1)).toMatch(/^The address of your account .+ has changed$/);
    const completion = { token: reset, password: NEW_PASSWORD };
    expect((await postJson(site.app, '/api/password-resets/completion', completion)).status).toBe(410);
    expect(await events()).toEqual(['email_changed']);
    expect(JSON.stringify(await site.app.database.db.select().from(auditEvents))).not.toContain(email);
  });

  test('the link expires, and does not survive a new password', async () => {
    const [token, email] = [await openSession(), `late-${site.networkNumber}@paper.example`];
    await askFor(token, email);
    const link = await linkTo(email);
    site.now = new Date(site.now.getTime() + 24 * 3_600_000 + 1);
    expect((await confirm(link)).status).toBe(410);
    site.now = new Date();
    await askFor(token, email);
    const input = { current_password: PASSWORD, password: NEW_PASSWORD };
    expect((await send(token, 'PUT', '/account/password', input)).status).toBe(204);
    expect((await confirm(await linkTo(email))).status).toBe(410);
    expect(await stored(site.ada.id)).toMatchObject({ email: site.ada.email });
  });

  test('an address of another account is not revealed, and cannot be taken while a link is on its way', async () => {
    const token = await openSession();
    const other = await makeAccount(site.app);
    const free = `free-${site.networkNumber}@paper.example`;
    const [taken, unused] = [await askFor(token, other.email), await askFor(token, free)];
    expect(taken).toEqual(unused);
    expect(await subjects(other.email)).toEqual([expect.stringMatching(/^Your account at /)]);
    expect((await outboxMails(site.app, other.email)).at(-1)?.text).not.toContain('address=');
    await makeAccount(site.app, { email: free });
    expect((await confirm(await linkTo(free))).status).toBe(409);
    expect(await stored(site.ada.id)).toMatchObject({ email: site.ada.email });
  });

  // The embedded database has one connection.
  test.runIf(databaseKind === 'server')(
    'of two accounts that confirm the same address at the same moment, one gets it',
    async () => {
      const email = `wanted-${site.networkNumber}@paper.example`;
      const other = await makeAccount(site.app);
      await askFor(await openSession(), email);
      const links = [await linkTo(email)];
      await askFor((await signIn(site.app, other)).access_token, email);
      links.push(await linkTo(email));
      const { db } = site.app.database;
      const confirmations = await db.transaction(async (tx) => {
        // Both find the address free, and wait before they store it.
        await tx.execute(sql`lock table "user" in share mode`);
        const requests = links.map(confirm);
        await waitForLocks(site.app.database, 2);
        return { responses: Promise.all(requests) };
      });
      const responses = await confirmations.responses;
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([204, 409]));
      const refused = responses.find((response) => response.status === 409);
      expect(await refused?.json()).toMatchObject({
        code: 'conflict',
        detail: expect.stringContaining('belongs to another account'),
      });
      expect(await db.$count(user, eq(user.email, email))).toBe(1);
    },
  );

  test('a change of the address withdraws an invitation, whose next link would go to the new one', async () => {
    const admin = await makeAccount(site.app, { role: 'admin' });
    const guest = await makeAccount(site.app);
    const { access_token: token } = await signIn(site.app, guest);
    const asAdmin = (await signIn(site.app, admin)).access_token;
    expect(
      (await send(asAdmin, 'POST', '/newsroom/people', { email: guest.email, role: 'editor' })).status,
    ).toBe(201);
    const email = `moved-${site.networkNumber}@paper.example`;
    await askFor(token, email);
    expect((await confirm(await linkTo(email))).status).toBe(204);
    expect(await site.app.database.db.$count(invitations, eq(invitations.userId, guest.id))).toBe(0);
  });

  test('sessions are listed with device and current one, and end one by one or all at once', async () => {
    const body = { email: site.ada.email, password: PASSWORD };
    const response = await postJson(site.app, '/api/sessions', body, { 'user-agent': FIREFOX });
    const here = ((await response.json()) as { access_token: string }).access_token;
    const [second, third] = [await openSession(), await openSession()];
    const listed = await sessionsOf(here);
    expect(listed.map(({ device, is_current: isCurrent }) => [device, isCurrent])).toEqual(
      expect.arrayContaining([
        ['Firefox on Linux', true],
        [null, false],
        [null, false],
      ]),
    );
    expect(JSON.stringify(await site.app.database.db.select().from(session))).not.toContain('Gecko');
    const current = (await sessionsOf(second)).find(({ is_current: isCurrent }) => isCurrent);
    const stranger = await signIn(site.app, await makeAccount(site.app));
    const path = `/account/sessions/${current?.id ?? ''}`;
    expect((await send(stranger.access_token, 'DELETE', path)).status).toBe(404);
    expect((await send(second, 'GET', '/account')).status).toBe(200);
    expect((await send(here, 'DELETE', path)).status).toBe(204);
    expect((await send(here, 'DELETE', path)).status).toBe(404);
    expect((await send(second, 'GET', '/account')).status).toBe(401);
    expect((await send(here, 'DELETE', '/account/sessions')).status).toBe(204);
    expect((await send(third, 'GET', '/account')).status).toBe(401);
    expect(await sessionsOf(here)).toHaveLength(1);
    expect((await send(stranger.access_token, 'GET', '/account')).status).toBe(200);
    expect(await events()).toEqual(['sessions_ended 1', 'sessions_ended 1']);
  });
});
