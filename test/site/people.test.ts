import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { createResetLink } from '#domain/accounts/reset-link.server.ts';
import { session, userRoles, user, verification } from '#domain/accounts/tables.server.ts';
import { issueInvitation } from '#domain/accounts/invitations.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { makeAccount, PASSWORD, postJson, signIn, outboxMails, tokenIn } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, testApp } from '../app.ts';
import { openServerTestDatabase } from '../databases.ts';
import { makeDraft } from '../factories.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { waitForLocks } from './lock-waits.ts';
import { preparePeopleSite, type ApiPerson } from './people-site.ts';
import { HOUR_MS } from '#platform/durations.ts';

const LAST_ADMIN = 'This is the last active administrator. Make someone else one first.';

describe.each(databaseKindsFor(import.meta.filename))('people, on the %s database', (databaseKind) => {
  const site = preparePeopleSite(databaseKind);
  const { find, invite, change, confirm } = site;

  const accountStatus = async (token: string) =>
    (await site.app.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } })).status;

  test('a suspension ends every session and prevents signing in, until the account is reactivated', async () => {
    const author = await makeAccount(site.app, { role: 'author' });
    const sessions = [await signIn(site.app, author), await signIn(site.app, author)];
    expect((await change(author.id, { suspended: true })).body).toMatchObject({ state: 'suspended' });
    for (const { access_token: access, refresh_token: refreshToken } of sessions) {
      expect(await accountStatus(access)).toBe(401);
      expect(
        (await postJson(site.app, '/api/sessions/refresh', { refresh_token: refreshToken })).status,
      ).toBe(401);
    }
    const attempt = (password: string) =>
      postJson(site.app, '/api/sessions', { email: author.email, password });
    const suspended = await attempt(PASSWORD);
    expect([suspended.status, await suspended.json()]).toMatchObject([
      403,
      { detail: 'This account is suspended. Please ask an administrator of the newsroom.' },
    ]);
    // Only those who know the password learn about the suspension.
    expect((await attempt('wrong password')).status).toBe(401);
    expect(await site.app.database.db.$count(session, eq(session.userId, author.id))).toBe(0);
    expect((await change(author.id, { suspended: false })).body).toMatchObject({
      state: 'active',
      role: 'author',
    });
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  test('a new password by a reset link leaves a suspension in place', async () => {
    const author = await makeAccount(site.app, { role: 'author' });
    await change(author.id, { suspended: true });
    const link = await site.app.database.transaction((tx) =>
      createResetLink(tx, author.id, PUBLIC_URL, new Date()),
    );
    const password = 'eleven grey otters asleep';
    const reset = { token: new URL(link).searchParams.get('reset'), password };
    expect((await postJson(site.app, '/api/password-resets/completion', reset)).status).toBe(204);
    expect((await postJson(site.app, '/api/sessions', { email: author.email, password })).status).toBe(403);
    expect(await find(author.email)).toMatchObject({ role: 'author', state: 'suspended' });
  });

  test('a role that is set later wins over an earlier invitation', async () => {
    const member = await makeAccount(site.app, { role: 'author' });
    const invitation = await site.app.database.transaction((tx) =>
      issueInvitation(tx, { userId: member.id, role: 'admin', invitedBy: null }, new Date()),
    );
    expect((await change(member.id, { role: 'contributor' })).status).toBe(200);
    expect((await confirm(invitation)).status).toBe(410);
    expect(await find(member.email)).toMatchObject({ role: 'contributor' });
  });

  test('removing a person ends the sessions and leaves the articles to the editors', async () => {
    const author = await makeAccount(site.app, { role: 'author' });
    const { access_token: access } = await signIn(site.app, author);
    const draft = await makeDraft(site.app.database, { createdBy: author.id });
    expect((await site.newsroom.request('DELETE', `/people/${author.id}`)).status).toBe(204);
    expect(await accountStatus(access)).toBe(401);
    expect(await find(author.email)).toBeUndefined();
    expect((await site.newsroom.request('GET', `/articles/${draft.id}`)).body).toMatchObject({
      title: draft.title,
    });
    const [left] = await site.app.database.db.select().from(articles).where(eq(articles.id, draft.id));
    expect(left?.createdBy).toBeNull();
    expect((await site.newsroom.request('DELETE', `/people/${author.id}`)).status).toBe(404);
  });

  test('the last active administrator can be neither demoted, suspended nor removed', async () => {
    const other = await makeAccount(site.app, { role: 'admin' });
    await change(other.id, { suspended: true });
    await invite('future-admin@news.example', 'admin');
    for (const response of [
      await change(site.admin.id, { role: 'editor' }),
      await change(site.admin.id, { suspended: true }),
      await site.newsroom.request('DELETE', `/people/${site.admin.id}`),
    ])
      expect(response).toMatchObject({ status: 409, body: { detail: LAST_ADMIN } });
    expect(await find(site.admin.email)).toMatchObject({ role: 'admin', state: 'active' });
    await change(other.id, { suspended: false });
    expect((await change(site.admin.id, { role: 'editor' })).status).toBe(200);
    expect((await site.newsroom.request('GET', '/people')).status).toBe(403);
  });

  test('one administrator remains when all of them leave or demote each other at the same time', async () => {
    const { db } = site.app.database;
    const other = await makeAccount(site.app, { role: 'admin' });
    const asOther = await newsroomApi(site.app, 'admin', other);
    const leaving = await Promise.all([
      change(site.admin.id, { role: 'editor' }),
      change(other.id, { role: 'editor' }, asOther),
    ]);
    expect(leaving.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(await db.$count(userRoles, eq(userRoles.role, 'admin'))).toBe(1);

    await db.update(userRoles).set({ role: 'admin' });
    const demoting = await Promise.all([
      change(other.id, { role: 'editor' }),
      change(site.admin.id, { role: 'editor' }, asOther),
    ]);
    // The second one is rejected because its sender is no administrator any more.
    expect(demoting.map(({ status }) => String(status)).toSorted()).toEqual(['200', '403']);
    expect(await db.$count(userRoles, eq(userRoles.role, 'admin'))).toBe(1);
  });

  const mailedTokens = async (email: string) =>
    (await outboxMails(site.app, email)).map((mail) => tokenIn(mail, '/admin?verification='));

  test('an invitation by email creates an account with the role; its link works once', async () => {
    const email = 'ines@news.example';
    const invited = await invite(email.toUpperCase());
    const expiresAt = new Date(Date.now() + 72 * HOUR_MS).toISOString();
    expect(invited).toMatchObject({
      status: 201,
      body: { email, role: 'editor', state: 'invited', invitation_expires_at: expiresAt },
    });
    const [mail] = await outboxMails(site.app, email);
    expect(mail?.text).toContain(site.admin.name);
    const [token = ''] = await mailedTokens(email);
    const invisible = { token, name: '\u200b\u2060', password: PASSWORD };
    expect((await postJson(site.app, '/api/email-verifications', invisible)).status).toBe(422);
    expect((await confirm(token)).status).toBe(204);
    expect((await confirm(token)).status).toBe(410);
    expect(await find(email)).toMatchObject({ role: 'editor', state: 'active', invitation_expires_at: null });
    const { access_token: access } = await signIn(site.app, { email });
    const headers = { authorization: `Bearer ${access}` };
    expect((await site.app.fetch('/api/newsroom/moderation', { headers })).status).toBe(200);
    expect(await find(email)).toMatchObject({ signed_in_at: expect.any(String) });
  });

  test('an invitation is valid for 72 hours; a resent one replaces the link and starts again', async () => {
    const email = 'late@news.example';
    const { body: person } = await invite(email, 'author');
    vi.setSystemTime(Date.now() + 72 * HOUR_MS + 1000);
    site.newsroom = await newsroomApi(site.app, 'admin', site.admin);
    const [expired = ''] = await mailedTokens(email);
    expect((await confirm(expired)).status).toBe(410);
    expect(await find(email)).toMatchObject({ state: 'invited' });
    expect((await site.newsroom.request('POST', `/people/${person.id}/invitation`)).status).toBe(200);
    expect((await site.newsroom.request('POST', `/people/${person.id}/invitation`)).status).toBe(200);
    const [, replaced = '', newest = ''] = await mailedTokens(email);
    expect((await confirm(replaced)).status).toBe(410);
    expect((await change(person.id, { role: 'contributor' })).body).toMatchObject({ role: 'contributor' });
    expect((await confirm(newest)).status).toBe(204);
    expect(await find(email)).toMatchObject({ role: 'contributor', state: 'active' });
    expect((await site.newsroom.request('POST', `/people/${person.id}/invitation`)).status).toBe(404);
  });

  test('a withdrawn invitation does not work, and leaves no account behind', async () => {
    const { db } = site.app.database;
    const known = await makeAccount(site.app);
    for (const email of ['nobody@news.example', known.email]) {
      const { body: person } = await invite(email);
      const token = (await mailedTokens(email)).at(-1) ?? '';
      expect((await site.newsroom.request('DELETE', `/people/${person.id}/invitation`)).status).toBe(204);
      expect((await confirm(token)).status).toBe(410);
      expect(await find(email)).toBeUndefined();
      expect(await db.$count(user, eq(user.email, email))).toBe(email === known.email ? 1 : 0);
      expect(await db.$count(verification, eq(verification.value, person.id))).toBe(0);
    }
  });

  test('an address with a role or an invitation is rejected', async () => {
    const taken = { fields: { email: expect.any(String) } };
    expect(await invite(site.admin.email)).toMatchObject({ status: 409, body: taken });
    expect((await invite('twice@news.example')).status).toBe(201);
    expect((await invite('twice@news.example')).status).toBe(409);
    expect(await outboxMails(site.app, 'twice@news.example')).toHaveLength(1);
  });

  test('invitations are limited per address and per administrator', async () => {
    const { body: person } = await invite('often@news.example');
    const resend = () => site.newsroom.request('POST', `/people/${person.id}/invitation`);
    const resent = [(await resend()).status, (await resend()).status, (await resend()).status];
    expect(resent).toEqual([200, 200, 429]);
    expect(await outboxMails(site.app, 'often@news.example')).toHaveLength(3);
    const statuses = [];
    for (let number = 0; number < 20; number++)
      statuses.push((await invite(`person-${crypto.randomUUID()}@limits.example`)).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 201)).toHaveLength(16);
  });
});

test('a role that is changed while its invitation is accepted is the one that counts', async () => {
  // Two transactions at the same time, which the embedded database does not have.
  const testDatabase = await openServerTestDatabase();
  const app = await testApp({ testDatabase });
  const link = new Client({ connectionString: testDatabase.url });
  try {
    const newsroom = await newsroomApi(app, 'admin');
    const input = { email: 'quick@news.example', role: 'admin' };
    const { body: person } = await newsroom.request<ApiPerson>('POST', '/people', input);
    // What the link does: it has found the invitation, and its transaction is not committed yet.
    await link.connect();
    await link.query('begin');
    await link.query('select from "user" where id = $1 for update', [person.id]);
    await link.query('delete from invitations where user_id = $1', [person.id]);
    await link.query('insert into user_roles (user_id, role) values ($1, $2)', [person.id, 'admin']);
    const change = newsroom.request('PATCH', `/people/${person.id}`, { role: 'contributor' });
    await waitForLocks(app.database);
    await link.query('commit');
    expect(await change).toMatchObject({ status: 200, body: { role: 'contributor', state: 'active' } });
  } finally {
    await link.end();
    await app.close();
  }
});
