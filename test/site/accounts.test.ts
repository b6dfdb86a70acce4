import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, session, user, userRoles } from '#domain/accounts/tables.server.ts';
import { adminHeaders, makeAccount, PASSWORD, postJson, outboxMails, tokenIn } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { changeSettings } from '../settings.ts';

const CREATED = { message: 'Account created! Please check if you have admin access.' };
const INPUT = { name: 'A', email: 'a@news.example', password: PASSWORD };

describe.each(databaseKindsFor(import.meta.filename))('creating an account (%s database)', (databaseKind) => {
  let app: TestApp;
  let network = 0;
  /** Each request comes from its own network, so that no rate limit applies. */
  const signUp = (body: unknown) =>
    postJson(app, '/api/accounts', body, { 'x-forwarded-for': `198.51.100.${++network}` });
  const stored = async (email: string) => {
    const [row] = await app.database.db.select().from(user).where(eq(user.email, email));
    return row;
  };

  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { TRUST_PROXY: '1', SITE_NAME: 'The <Daily> Test' } });
  });
  afterAll(() => app.close());

  it('creates one without a role, and emails a link that confirms the address', async () => {
    const response = await signUp({ ...INPUT, name: ' Ada Lovelace ', email: ' Ada@News.Example ' });
    expect([response.status, await response.json()]).toEqual([201, CREATED]);
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(await stored('ada@news.example')).toMatchObject({ name: 'Ada Lovelace', emailVerified: false });
    expect(await app.database.db.$count(userRoles)).toBe(0);
    expect(await app.database.db.$count(session)).toBe(0);

    const [mail] = await outboxMails(app, 'ada@news.example');
    expect(mail?.subject).toBe('Confirm your address for The <Daily> Test');
    const token = tokenIn(mail, '/admin?verification=');
    expect(await stored('ada@news.example')).toMatchObject({ emailVerified: false });
    const confirm = () => postJson(app, '/api/email-verifications', { token, password: PASSWORD });
    expect((await confirm()).status).toBe(204);
    expect(await stored('ada@news.example')).toMatchObject({ name: 'Ada Lovelace', emailVerified: true });
    const again = await confirm();
    expect([again.status, await again.json()]).toMatchObject([410, { code: 'gone' }]);
  });

  it('answers the same for an address with an account, and emails its owner', async () => {
    const owner = await makeAccount(app, { name: 'Grace Hopper' });
    const [before] = await app.database.db.select().from(account).where(eq(account.userId, owner.id));
    const input = { name: 'Somebody', password: 'another fine phrase' };
    const taken = await signUp({ ...input, email: owner.email.toUpperCase() });
    const free = await signUp({ ...input, email: 'free@news.example' });
    expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()]);
    expect([...taken.headers]).toEqual([...free.headers]);
    expect(await stored(owner.email)).toMatchObject({ name: 'Grace Hopper' });
    expect(await app.database.db.select().from(account).where(eq(account.userId, owner.id))).toEqual([
      before,
    ]);

    const mails = await outboxMails(app, owner.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/^Hello Grace Hopper,\n\nSomeone tried to create an account/);
    expect(mails[0]?.text).toContain('http://127.0.0.1:3000/login\n');
    expect(mails[0]?.text).not.toMatch(/verification=|reset=|Somebody/);
  });

  it('puts no user input into the email, and escapes the site name', async () => {
    await signUp({ ...INPUT, name: 'Win <b>a</b> prize at evil.example', email: 'bob@news.example' });
    const [mail] = await outboxMails(app, 'bob@news.example');
    expect(JSON.stringify(mail)).not.toContain('prize');
    expect(mail?.html).toContain('The &lt;Daily&gt; Test');
    expect(mail?.html).not.toContain('<Daily>');
  });

  it.each<[change: object, field: string, message: string]>([
    [{ email: ' ' }, 'email', 'Please enter email and password'],
    [{ name: undefined }, 'name', 'Please enter your name'],
    [{ email: 'a@news' }, 'email', 'Please enter a valid email address'],
    [{ name: 'A\r\nBcc: x@y.example' }, 'name', ''],
    [{ password: 'x'.repeat(129) }, 'password', '128'],
    [{ password: 'short' }, 'password', 'at least 10'],
    [{ password: 'Password2024!' }, 'password', 'Many people'],
  ])('rejects %j and names the field', async (change, field, message) => {
    const response = await signUp({ ...INPUT, ...change });
    const fields = { [field]: expect.stringContaining(message) };
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'unprocessable', fields }]);
    expect(await stored(INPUT.email)).toBeUndefined();
  });

  it.each(['role', 'emailVerified', 'email_verified', 'id', 'createdAt', 'callbackURL'])(
    'does not accept the field %s',
    async (field) => {
      expect((await signUp({ ...INPUT, [field]: 'admin' })).status).toBe(422);
      expect(await stored(INPUT.email)).toBeUndefined();
    },
  );

  it('is rejected while sign-up is closed; invitations, confirmations and new passwords still work', async () => {
    const late = { ...INPUT, email: 'late@news.example' };
    await signUp({ ...late, email: 'early@news.example' });
    const headers = await adminHeaders(app);
    await changeSettings(app, headers, { account_sign_up_open: false });
    const rejected = await signUp(late);
    const detail = 'Accounts are by invitation only. Please ask an administrator to invite you.';
    expect([rejected.status, await rejected.json()]).toMatchObject([403, { code: 'forbidden', detail }]);
    expect(await (await app.fetch('/login')).text()).toContain('data-sign-up="closed"');
    expect([await stored(late.email), await outboxMails(app, late.email)]).toEqual([undefined, []]);

    const invitation = { email: late.email, role: 'author' };
    expect((await postJson(app, '/api/newsroom/people', invitation, headers)).status).toBe(201);
    const confirm = async (email: string) => {
      const token = tokenIn((await outboxMails(app, email)).at(-1), '/admin?verification=');
      return (await postJson(app, '/api/email-verifications', { token, password: PASSWORD })).status;
    };
    expect([await confirm(late.email), await confirm('early@news.example')]).toEqual([204, 204]);
    expect((await postJson(app, '/api/password-resets', { email: late.email })).status).toBe(202);
  });
});
