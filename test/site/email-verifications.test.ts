import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { account, session, user, userRoles, verification } from '#domain/accounts/tables.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { findCommand } from '../../src/cli/commands.ts';
import { makeAccount, PASSWORD, postJson, outboxMails, tokenIn } from '../accounts.ts';
import { DATABASE_KINDS, PUBLIC_URL } from '../app.ts';
import { prepareOutboxSite } from './outbox-site.ts';

const ATTACKER_PASSWORD = 'seven tall cranes dancing';

describe.each(DATABASE_KINDS)('confirming an address, on the %s database', (databaseKind) => {
  const site = prepareOutboxSite({ databaseKind });
  const { fromNewNetwork } = site;

  const request = (path: string, body: object) => postJson(site.app, path, body, fromNewNetwork());
  const signUp = (email: string, name: string, password: string) =>
    request('/api/accounts', { name, email, password });
  const confirm = (given: object) => request('/api/email-verifications', given);
  const lookUp = (token: string) => request('/api/email-verifications/lookup', { token });
  const signIn = (email: string, password: string) => request('/api/sessions', { email, password });
  const signInStatus = async (email: string, password: string) => (await signIn(email, password)).status;
  const accountOf = async (email: string) => {
    const [row] = await site.app.database.db
      .select({
        name: user.name,
        isConfirmed: user.emailVerified,
        hash: account.password,
        role: userRoles.role,
      })
      .from(user)
      .leftJoin(account, eq(account.userId, user.id))
      .leftJoin(userRoles, eq(userRoles.userId, user.id))
      .where(eq(user.email, email));
    return row;
  };
  const mailedTokens = async (email: string) =>
    (await outboxMails(site.app, email)).map((mail) => tokenIn(mail, '/admin?verification='));
  const run = async (command: string, ...words: string[]) => {
    const printed: string[] = [];
    const config = readConfig({ PUBLIC_URL });
    const print = (line: string) => void printed.push(line);
    await findCommand(command)?.run(words, { config, database: site.app.database, print });
    return printed;
  };
  const invite = async (email: string) => {
    const [link = ''] = await run('grant-admin', email, '--invite');
    return link.split('verification=')[1] ?? '';
  };

  it('locks out an attacker who signed up with the address first', async () => {
    const email = 'editor@news.example';
    const first = await signUp(email, 'Stranger', ATTACKER_PASSWORD);
    const attackerSession = (await (await signIn(email, ATTACKER_PASSWORD)).json()) as Record<string, string>;
    const before = await accountOf(email);
    const second = await signUp(email, 'Edith', PASSWORD);
    expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
    expect([...second.headers]).toEqual([...first.headers]);
    // Either sign-up may be the attacker's, so neither changes what the other has stored.
    expect(await accountOf(email)).toEqual(before);

    const [attackersLink = '', ownLink = ''] = await mailedTokens(email);
    expect((await confirm({ token: ownLink, name: 'Edith', password: PASSWORD })).status).toBe(204);
    expect(await accountOf(email)).toMatchObject({ name: 'Edith', isConfirmed: true, role: null });
    expect(await signInStatus(email, ATTACKER_PASSWORD)).toBe(401);
    expect(await signInStatus(email, PASSWORD)).toBe(200);
    const headers = { authorization: `Bearer ${attackerSession['access_token']}` };
    expect((await site.app.fetch('/api/account', { headers })).status).toBe(401);
    const { refresh_token } = attackerSession;
    const refreshed = await request('/api/sessions/refresh', { refresh_token });
    expect(refreshed.status).toBe(401);
    expect((await confirm({ token: attackersLink, password: ATTACKER_PASSWORD })).status).toBe(410);

    expect(await run('grant-admin', email)).toEqual([`${email} is an admin now.`]);
    expect(await signInStatus(email, ATTACKER_PASSWORD)).toBe(401);
  });

  it('needs a password, which is set with any link of the address; an invalid one changes nothing', async () => {
    const email = 'hedy.lamarr@news.example';
    await signUp(email, 'Stranger', ATTACKER_PASSWORD);
    const before = await accountOf(email);
    const [token = ''] = await mailedTokens(email);
    for (const [given, field, message] of [
      [{}, 'password', 'Please choose a password'],
      [{ password: PASSWORD, name: ' ' }, 'name', 'Please enter your name'],
    ] as const) {
      const response = await confirm({ token, ...given });
      const problem = { code: 'unprocessable', fields: { [field]: expect.stringContaining(message) } };
      expect([response.status, await response.json()]).toMatchObject([422, problem]);
    }
    for (const more of [{ email: 'other@news.example' }, { role: 'admin' }])
      expect((await confirm({ token, password: PASSWORD, ...more })).status).toBe(422);
    expect(await accountOf(email)).toEqual(before);
    // The link of the attacker's sign-up is safe as well.
    expect((await confirm({ token, password: PASSWORD })).status).toBe(204);
    expect(await signInStatus(email, ATTACKER_PASSWORD)).toBe(401);
    expect(await signInStatus(email, PASSWORD)).toBe(200);
  });

  it('shows the account of a link any number of times, until the link is used', async () => {
    const email = 'looked-up@news.example';
    await signUp(email, 'Ada', PASSWORD);
    const [token = ''] = await mailedTokens(email);
    for (let time = 0; time < 2; time++) {
      const response = await lookUp(token);
      expect([response.status, await response.json()]).toEqual([200, { name: 'Ada', email }]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect(await accountOf(email)).toMatchObject({ isConfirmed: false });
    await confirm({ token, password: PASSWORD });
    for (const gone of [token, '', 'none', `${token}x`]) {
      const response = await lookUp(gone);
      expect([response.status, await response.json()]).toMatchObject([410, { code: 'gone' }]);
      expect((await confirm({ token: gone, password: PASSWORD })).status).toBe(410);
    }
  });

  it('accepts a link once, even for concurrent requests, and not after three days', async () => {
    const email = 'twice@news.example';
    for (let time = 0; time < 2; time++) await signUp(email, 'Ada', PASSWORD);
    const [one = '', other = ''] = await mailedTokens(email);
    const links = [one, other, one].map((token) => confirm({ token, password: PASSWORD }));
    const responses = await Promise.all(links);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410, 410]);

    await signUp('late@news.example', 'Ada', PASSWORD);
    const [late = ''] = await mailedTokens('late@news.example');
    vi.setSystemTime(Date.now() + 3 * DAY_MS + 1_000);
    expect((await lookUp(late)).status).toBe(410);
    expect((await confirm({ token: late, password: PASSWORD })).status).toBe(410);
    expect(await accountOf('late@news.example')).toMatchObject({ isConfirmed: false });
  });

  it('also happens by a password reset, which invalidates the link of the sign-up', async () => {
    const email = 'forgotten@news.example';
    await signUp(email, 'Stranger', ATTACKER_PASSWORD);
    const [token = ''] = await mailedTokens(email);
    await request('/api/password-resets', { email });
    await site.app.jobs.runDue();
    const reset = tokenIn((await outboxMails(site.app, email)).at(-1), '/login?reset=');
    expect(
      (await request('/api/password-resets/completion', { token: reset, password: PASSWORD })).status,
    ).toBe(204);
    expect(await accountOf(email)).toMatchObject({ isConfirmed: true });
    expect(await signInStatus(email, ATTACKER_PASSWORD)).toBe(401);
    expect((await confirm({ token, password: ATTACKER_PASSWORD })).status).toBe(410);
  });

  it('with an invitation grants the admin role, to an address with and without an account', async () => {
    const [known, unknown] = ['known@news.example', 'unknown@news.example'];
    await signUp(known, 'Stranger', ATTACKER_PASSWORD);
    await signIn(known, ATTACKER_PASSWORD);
    for (const email of [known, unknown]) {
      const token = await invite(email);
      expect(await accountOf(email)).toMatchObject({ isConfirmed: false, role: null });
      expect(await (await lookUp(token)).json()).toMatchObject({ email });
      expect((await confirm({ token, name: 'Edith', password: 'short' })).status).toBe(422);
      expect(await accountOf(email)).toMatchObject({ role: null });
      expect((await confirm({ token, name: 'Edith', password: PASSWORD })).status).toBe(204);
      expect(await accountOf(email)).toMatchObject({ name: 'Edith', isConfirmed: true, role: 'admin' });
      expect((await confirm({ token, password: ATTACKER_PASSWORD })).status).toBe(410);
      const { access_token: access } = (await (await signIn(email, PASSWORD)).json()) as {
        access_token: string;
      };
      const headers = { authorization: `Bearer ${access}` };
      expect((await site.app.fetch('/api/newsroom/articles', { headers })).status).toBe(200);
      expect(await signInStatus(email, ATTACKER_PASSWORD)).toBe(401);
    }
    // The invitation invalidated the link of the sign-up.
    const [ofSignUp = ''] = await mailedTokens(known);
    expect((await confirm({ token: ofSignUp, password: ATTACKER_PASSWORD })).status).toBe(410);
  });

  it('an invited account has no password yet, and signing up for it grants nothing', async () => {
    const email = 'invited@news.example';
    const invitation = await invite(email);
    expect(await signInStatus(email, PASSWORD)).toBe(401);
    const response = await signUp(email, 'Stranger', ATTACKER_PASSWORD);
    expect(response.status).toBe(201);
    expect(await signInStatus(email, ATTACKER_PASSWORD)).toBe(401);
    const [token = ''] = await mailedTokens(email);
    expect((await confirm({ token, password: PASSWORD })).status).toBe(204);
    expect(await accountOf(email)).toMatchObject({ isConfirmed: true, role: null });
    expect((await confirm({ token: invitation, password: ATTACKER_PASSWORD })).status).toBe(410);
  });

  it('does not restore a revoked role', async () => {
    const { email } = await makeAccount(site.app, { role: 'admin' });
    const token = await invite(email);
    await run('revoke-admin', email);
    expect((await confirm({ token, password: ATTACKER_PASSWORD })).status).toBe(410);
    expect(await accountOf(email)).toMatchObject({ role: null });
  });

  it('stores no token in the database in readable form', async () => {
    const email = 'hashed@news.example';
    await signUp(email, 'Ada', PASSWORD);
    const tokens = [...(await mailedTokens(email)), await invite(email)];
    const rows = JSON.stringify(await site.app.database.db.select().from(verification));
    for (const token of tokens) expect(rows).not.toContain(token);
    expect(JSON.stringify(await site.app.database.db.select().from(session))).not.toContain(PASSWORD);
  });
});
