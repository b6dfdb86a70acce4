import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, session, user, userRoles } from '#domain/accounts/tables.server.ts';
import { makeAccount, PASSWORD, post, postedMails, tokenIn } from '../accounts.ts';
import { kindsFor, type TestApp, testApp } from '../app.ts';

const KINDS = kindsFor(import.meta.filename);

const CREATED = { message: 'Account created! Please check if you have admin access.' };

describe.each(KINDS)('creating an account, on the %s database', (on) => {
  let app: TestApp;
  let network = 0;
  /** Each from a network of its own, so that no limit is met. */
  const signUp = (body: unknown) =>
    post(app, '/api/accounts', body, { 'x-forwarded-for': `198.51.100.${++network}` });
  const stored = async (email: string) => {
    const [row] = await app.database.db.select().from(user).where(eq(user.email, email));
    return row;
  };

  beforeAll(async () => {
    app = await testApp({ on, env: { TRUST_PROXY: '1', SITE_NAME: 'The <Daily> Test' } });
  }, 60_000);
  afterAll(() => app.close());

  it('makes one without rights, and mails a link that confirms the address', async () => {
    const answer = await signUp({ name: ' Ada Lovelace ', email: ' Ada@News.Example ', password: PASSWORD });
    expect([answer.status, await answer.json()]).toEqual([201, CREATED]);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(await stored('ada@news.example')).toMatchObject({ name: 'Ada Lovelace', emailVerified: false });
    expect(await app.database.db.$count(userRoles)).toBe(0);
    expect(await app.database.db.$count(session)).toBe(0);

    const [mail] = await postedMails(app, 'ada@news.example');
    expect(mail?.subject).toBe('Confirm your address for The <Daily> Test');
    const token = tokenIn(mail, '/admin?verification=');
    expect(await stored('ada@news.example')).toMatchObject({ emailVerified: false });
    const confirm = () => post(app, '/api/email-verifications', { token, password: PASSWORD });
    expect((await confirm()).status).toBe(204);
    expect(await stored('ada@news.example')).toMatchObject({ name: 'Ada Lovelace', emailVerified: true });
    const again = await confirm();
    expect([again.status, await again.json()]).toMatchObject([410, { code: 'gone' }]);
  });

  it('answers for an address that has one just the same, and tells its owner', async () => {
    const owner = await makeAccount(app, { name: 'Grace Hopper' });
    const [before] = await app.database.db.select().from(account).where(eq(account.userId, owner.id));
    const taken = await signUp({
      name: 'Somebody',
      email: owner.email.toUpperCase(),
      password: 'another fine phrase',
    });
    const free = await signUp({
      name: 'Somebody',
      email: 'free@news.example',
      password: 'another fine phrase',
    });
    expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()]);
    expect([...taken.headers]).toEqual([...free.headers]);
    expect(await stored(owner.email)).toMatchObject({ name: 'Grace Hopper' });
    expect(await app.database.db.select().from(account).where(eq(account.userId, owner.id))).toEqual([
      before,
    ]);

    const mails = await postedMails(app, owner.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/^Hello Grace Hopper,\n\nsomebody tried to create an account/);
    expect(mails[0]?.text).toContain('http://127.0.0.1:3000/login\n');
    expect(mails[0]?.text).not.toMatch(/verification=|reset=|Somebody/);
  });

  it('puts no words of a stranger into a mail, and the name of the site as text', async () => {
    await signUp({
      name: 'Win <b>a</b> prize at evil.example',
      email: 'bob@news.example',
      password: PASSWORD,
    });
    const [mail] = await postedMails(app, 'bob@news.example');
    expect(JSON.stringify(mail)).not.toContain('prize');
    expect(mail?.html).toContain('The &lt;Daily&gt; Test');
    expect(mail?.html).not.toContain('<Daily>');
    // The same dress as the newsletter, and the link both as a button and in words.
    expect(mail?.html).toMatch(/^<!doctype html>/);
    expect(mail?.html).toContain('prefers-color-scheme: dark');
    expect(mail?.html).not.toMatch(/<link|<script|<img|@import|url\(/);
    const [link = ''] = /http:\/\/127\.0\.0\.1:3000\/admin\?verification=\S+/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html?.split(`href="${link}"`)).toHaveLength(3);
  });

  it.each([
    [{ name: 'A', email: 'a@news.example' }, { password: 'Please enter email and password' }],
    [{ name: 'A', email: ' ', password: PASSWORD }, { email: 'Please enter email and password' }],
    [{ name: '  ', email: 'a@news.example', password: PASSWORD }, { name: 'Please enter your name' }],
    [{ email: 'a@news.example', password: PASSWORD }, { name: 'Please enter your name' }],
    [{ name: 'A', email: 'a@news', password: PASSWORD }, { email: 'Please enter a valid email address' }],
    [
      { name: 'A', email: `${'a'.repeat(250)}@b.co`, password: PASSWORD },
      { email: expect.stringContaining('254') },
    ],
    [
      { name: 'A\r\nBcc: x@y.example', email: 'a@news.example', password: PASSWORD },
      { name: expect.any(String) },
    ],
    [
      { name: 'A', email: 'a@news.example', password: 'x'.repeat(129) },
      { password: expect.stringContaining('128') },
    ],
    [
      { name: 'A', email: 'a@news.example', password: 'short' },
      { password: expect.stringContaining('at least 10') },
    ],
    [
      { name: 'A', email: 'a@news.example', password: 'Password2024!' },
      { password: expect.stringContaining('Many people') },
    ],
  ])('refuses %j and says which field', async (body, fields) => {
    const answer = await signUp(body);
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'unprocessable', fields }]);
    expect(await stored('a@news.example')).toBeUndefined();
  });

  it.each(['role', 'emailVerified', 'email_verified', 'id', 'image', 'createdAt', 'userId', 'callbackURL'])(
    'lets nobody write %s',
    async (field) => {
      const body = {
        name: 'A',
        email: `eve-${field}@news.example`.toLowerCase(),
        password: PASSWORD,
        [field]: 'admin',
      };
      expect((await signUp(body)).status).toBe(422);
      expect(await stored(body.email)).toBeUndefined();
    },
  );

  it.each([
    '/api/auth/sign-up/email',
    '/api/auth/sign-in/email',
    '/api/auth/ok',
    '/api/sign-up/email',
    '/api/sessions/rotate',
  ])('offers nothing at %s', async (path) => {
    expect((await post(app, path, { email: 'a@news.example', password: PASSWORD, name: 'A' })).status).toBe(
      404,
    );
  });

  it('takes JSON and nothing a form of another site could send', async () => {
    const body = JSON.stringify({ name: 'A', email: 'form@news.example', password: PASSWORD });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await app.fetch('/api/accounts', {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(await stored('form@news.example')).toBeUndefined();
  });
});
