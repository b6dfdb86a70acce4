import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { verification } from '#domain/accounts/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { makeAccount, PASSWORD, postJson, outboxMails, signIn, tokenIn } from '../accounts.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';

const NEW = 'seven tall cranes dancing';

describe.each(DATABASE_KINDS)('a new password, on the %s database', (databaseKind) => {
  let app: TestApp;
  let networks = 0;
  beforeAll(async () => {
    // Nothing listens there, so emails stay in the outbox, where the test can read them.
    app = await testApp({ databaseKind, env: { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' } });
  }, 60_000);
  afterAll(() => app.close());
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const anywhere = () => ({ 'x-forwarded-for': `198.51.100.${++networks}` });
  const request = (email: string) => postJson(app, '/api/password-resets', { email }, anywhere());
  const complete = (token: string, password: string) =>
    postJson(app, '/api/password-resets/completion', { token, password }, anywhere());
  const passwordWorks = async (email: string, password: string) =>
    (await postJson(app, '/api/sessions', { email, password }, anywhere())).status === 200;
  async function mailedToken(email: string): Promise<string> {
    await request(email);
    await app.jobs.runDue();
    return tokenIn((await outboxMails(app, email)).at(-1), '/login?reset=');
  }

  it('is set with the link of an email, and ends every session', async () => {
    const person = await makeAccount(app);
    const sessions = [await signIn(app, person), await signIn(app, person)];
    const token = await mailedToken(person.email);
    expect(await passwordWorks(person.email, PASSWORD)).toBe(true);
    expect((await complete(token, NEW)).status).toBe(204);
    expect(await passwordWorks(person.email, PASSWORD)).toBe(false);
    expect(await passwordWorks(person.email, NEW)).toBe(true);
    for (const { access_token: access, refresh_token: refresh } of sessions) {
      const asked = await app.fetch('/api/account', { headers: { authorization: `Bearer ${access}` } });
      expect(asked.status).toBe(401);
      expect((await postJson(app, '/api/sessions/refresh', { refresh_token: refresh })).status).toBe(401);
    }
  });

  it('accepts a link once, even for concurrent requests, and not after an hour', async () => {
    const { email } = await makeAccount(app);
    const token = await mailedToken(email);
    const both = await Promise.all([complete(token, NEW), complete(token, `${NEW} twice`)]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([204, 410]));
    expect(await (await complete(token, NEW)).json()).toMatchObject({ code: 'gone' });

    const late = await mailedToken(email);
    vi.setSystemTime(Date.now() + 61 * 60 * 1000);
    expect((await complete(late, 'one more fine phrase')).status).toBe(410);
    expect(await passwordWorks(email, 'one more fine phrase')).toBe(false);
  });

  it('invalidates every other link of the account, and none of another account', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)];
    const [first, second, third] = [
      await mailedToken(person.email),
      await mailedToken(person.email),
      await mailedToken(person.email),
    ];
    const foreign = await mailedToken(other.email);
    expect((await complete(second, NEW)).status).toBe(204);
    for (const token of [first, second, third])
      expect((await complete(token, 'one more fine phrase')).status).toBe(410);
    expect(await passwordWorks(person.email, NEW)).toBe(true);
    expect((await complete(foreign, NEW)).status).toBe(204);
  });

  it('is set by one of two links that are used concurrently', async () => {
    const { email } = await makeAccount(app);
    const tokens = [await mailedToken(email), await mailedToken(email)];
    const passwords = [NEW, 'one more fine phrase'];
    const responses = await Promise.all(
      tokens.map((token, index) => complete(token, passwords[index] ?? '')),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 410]);
    for (const [index, password] of passwords.entries())
      expect(await passwordWorks(email, password)).toBe(statuses[index] === 204);
  });

  it('does not use up the link when the password is invalid', async () => {
    const person = await makeAccount(app, { name: 'Hedy Lamarr' });
    const token = await mailedToken(person.email);
    for (const weak of ['short', 'qwertyuiop', 'hedylamarr1914']) {
      const response = await complete(token, weak);
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { fields: { password: expect.any(String) } },
      ]);
    }
    expect((await complete(token, NEW)).status).toBe(204);
  });

  it('answers the same for an unknown address, and sends no email', async () => {
    const { email } = await makeAccount(app);
    const known = await request(email);
    const unknown = await request('nobody@news.example');
    expect(known.status).toBe(202);
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    expect([...unknown.headers]).toEqual([...known.headers]);
    const waiting = await app.database.db.select({ kind: jobs.kind, doneAt: jobs.doneAt }).from(jobs);
    expect(
      waiting.filter(({ kind, doneAt }) => kind === 'accounts.mail-reset' && doneAt === null),
    ).toHaveLength(2);
    await app.jobs.runDue();
    expect(await outboxMails(app, 'nobody@news.example')).toEqual([]);
  });

  it('is not set with an invalid token or one for another purpose', async () => {
    await postJson(
      app,
      '/api/accounts',
      { name: 'Ada', email: 'ada@news.example', password: PASSWORD },
      anywhere(),
    );
    const forAddress = tokenIn((await outboxMails(app, 'ada@news.example'))[0], '/admin?verification=');
    for (const token of ['', 'none', forAddress]) expect((await complete(token, NEW)).status).toBe(410);
    const reset = await mailedToken('ada@news.example');
    const confirmation = { token: reset, password: NEW };
    expect((await postJson(app, '/api/email-verifications', confirmation, anywhere())).status).toBe(410);
    expect(
      (await postJson(app, '/api/email-verifications/lookup', { token: reset }, anywhere())).status,
    ).toBe(410);
    expect(JSON.stringify(await app.database.db.select().from(verification))).not.toContain(reset);
  });
});
