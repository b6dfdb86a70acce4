import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { user, verification } from '#domain/accounts/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { makeAccount, outboxMails, PASSWORD, postJson, signIn, tokenIn } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { preparePeopleSite } from './people-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('people, on the %s database', (databaseKind) => {
  const site = preparePeopleSite(databaseKind);
  const { find, invite, change, confirm } = site;

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
