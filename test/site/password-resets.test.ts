import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { lockUser } from '#domain/accounts/lock-user.server.ts';
import { deleteTokens } from '#domain/accounts/one-time-token.server.ts';
import { user, verification } from '#domain/accounts/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { makeAccount, PASSWORD, postJson, outboxMails, signIn, tokenIn } from '../accounts.ts';
import { DATABASE_KINDS } from '../app.ts';
import { delayInserts } from '../delayed-inserts.ts';
import { prepareOutboxSite } from './outbox-site.ts';

const NEW = 'seven tall cranes dancing';

describe.each(DATABASE_KINDS)('a new password, on the %s database', (databaseKind) => {
  const site = prepareOutboxSite({ databaseKind });
  const { fromNewNetwork } = site;

  const request = (email: string) => postJson(site.app, '/api/password-resets', { email }, fromNewNetwork());
  const complete = (token: string, password: string) =>
    postJson(site.app, '/api/password-resets/completion', { token, password }, fromNewNetwork());
  const passwordWorks = async (email: string, password: string) =>
    (await postJson(site.app, '/api/sessions', { email, password }, fromNewNetwork())).status === 200;
  async function mailedToken(email: string): Promise<string> {
    await request(email);
    await site.app.jobs.runDue();
    return tokenIn((await outboxMails(site.app, email)).at(-1), '/login?reset=');
  }

  it('is set with the link of an email, and ends every session', async () => {
    const person = await makeAccount(site.app);
    const sessions = [await signIn(site.app, person), await signIn(site.app, person)];
    const token = await mailedToken(person.email);
    expect(await passwordWorks(person.email, PASSWORD)).toBe(true);
    expect((await complete(token, NEW)).status).toBe(204);
    expect(await passwordWorks(person.email, PASSWORD)).toBe(false);
    expect(await passwordWorks(person.email, NEW)).toBe(true);
    for (const { access_token: access, refresh_token: refresh } of sessions) {
      const asked = await site.app.fetch('/api/account', { headers: { authorization: `Bearer ${access}` } });
      expect(asked.status).toBe(401);
      expect((await postJson(site.app, '/api/sessions/refresh', { refresh_token: refresh })).status).toBe(
        401,
      );
    }
  });

  it('accepts a link once, even for concurrent requests, and not after an hour', async () => {
    const { email } = await makeAccount(site.app);
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
    const [person, other] = [await makeAccount(site.app), await makeAccount(site.app)];
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

  // The embedded database has one transaction at a time.
  it.runIf(databaseKind === 'server')('has no link to an address that is changed meanwhile', async () => {
    const { id, email } = await makeAccount(site.app);
    const { db } = site.app.database;
    const inserts = await delayInserts(site.app.database, verification);
    await request(email);
    const sending = site.app.jobs.runDue();
    await inserts.waitFor(1);
    let isChanged = false;
    const changing = site.app.database
      .transaction(async (tx) => {
        await lockUser(tx, id);
        await tx
          .update(user)
          .set({ email: `new-${email}` })
          .where(eq(user.id, id));
        await deleteTokens(tx, id);
      })
      .finally(() => (isChanged = true));
    await inserts.waitFor(2, () => isChanged);
    await inserts.release();
    await Promise.all([sending, changing]);
    expect(await db.$count(verification, eq(verification.value, id))).toBe(0);
  });

  it('does not use up the link when the password is invalid', async () => {
    const person = await makeAccount(site.app, { name: 'Hedy Lamarr' });
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
    const { email } = await makeAccount(site.app);
    const known = await request(email);
    const unknown = await request('nobody@news.example');
    expect(known.status).toBe(202);
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    expect([...unknown.headers]).toEqual([...known.headers]);
    const waiting = await site.app.database.db.select({ kind: jobs.kind, doneAt: jobs.doneAt }).from(jobs);
    expect(
      waiting.filter(({ kind, doneAt }) => kind === 'accounts.mail-reset' && doneAt === null),
    ).toHaveLength(2);
    await site.app.jobs.runDue();
    expect(await outboxMails(site.app, 'nobody@news.example')).toEqual([]);
  });

  it('is not set with an invalid token or one for another purpose', async () => {
    await postJson(
      site.app,
      '/api/accounts',
      { name: 'Ada', email: 'ada@news.example', password: PASSWORD },
      fromNewNetwork(),
    );
    const forAddress = tokenIn((await outboxMails(site.app, 'ada@news.example'))[0], '/admin?verification=');
    for (const token of ['', 'none', forAddress]) expect((await complete(token, NEW)).status).toBe(410);
    const reset = await mailedToken('ada@news.example');
    const confirmation = { token: reset, password: NEW };
    expect(
      (await postJson(site.app, '/api/email-verifications', confirmation, fromNewNetwork())).status,
    ).toBe(410);
    expect(
      (await postJson(site.app, '/api/email-verifications/lookup', { token: reset }, fromNewNetwork()))
        .status,
    ).toBe(410);
    expect(JSON.stringify(await site.app.database.db.select().from(verification))).not.toContain(reset);
  });
});
