import { describe, expect, it } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { UNDELIVERABLE_ADDRESS } from '#platform/mail/email-address.ts';
import { PASSWORD } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { submitForm } from '../newsletter.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { prepareMailSiteOfAdmin } from './mail-site.ts';

const TYPED = ['Jürgen@MÜLLER.example', 'ju\u0308rgen@xn--mller-kva.example'];
const STORED = 'jürgen@xn--mller-kva.example';
const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('an internationalized address (%s database)', (databaseKind) => {
  const site = prepareMailSiteOfAdmin({
    databaseKind,
    start: '2026-05-06T12:00:00Z',
    env: { TRUST_PROXY: '1' },
  });
  const submit = (path: string, fields: Readonly<Record<string, string>>) =>
    submitForm(site.app, path, fields, site.fromNewNetwork());
  const post = (path: string, body: Readonly<Record<string, string>>) =>
    site.app.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...site.fromNewNetwork() },
      body: JSON.stringify(body),
    });

  it('is the same reader, however it is written, in every form', async () => {
    const { db } = site.app.database;
    const { slug } = await makeArticle(site.app.database);
    for (const email of TYPED) {
      expect((await submit('/newsletter', { email })).status).toBe(303);
      const comment = { user_email: email, comment_text: `Written as ${email}` };
      expect((await submit(`/article/${slug}/comments`, comment)).status).toBe(303);
      const message = { name: 'J', email, subject: 'Hello', message: 'A message' };
      expect((await submit('/contact', message)).status).toBe(303);
      expect((await post('/api/accounts', { name: 'J', email, password: PASSWORD })).status).toBe(201);
      await changeSettings(site.app, site.headers, { contact_recipient: email });
    }
    const emails = async (rows: Promise<readonly { readonly email: string }[]>) =>
      (await rows).map(({ email }) => email).filter((email) => !email.startsWith('person-'));
    expect(await emails(db.select({ email: subscribers.email }).from(subscribers))).toEqual([STORED]);
    expect(await emails(db.select({ email: user.email }).from(user))).toEqual([STORED]);
    expect(await emails(db.select({ email: comments.userEmail }).from(comments))).toEqual([STORED, STORED]);
    const messages = db.select({ email: contactMessages.email }).from(contactMessages);
    expect(await emails(messages)).toEqual([STORED, STORED]);
    for (const search of ['MÜLLER', 'n@müller.example', 'JÜRGEN@', 'xn--m', 'müll%']) {
      const path = `/api/newsroom/newsletter/subscribers?search=${encodeURIComponent(search)}`;
      const found = await site.app.fetch(path, { headers: site.headers });
      expect(await found.json()).toMatchObject({ total: search.includes('%') ? 0 : 1 });
    }
    await submit('/your-data', { email: TYPED[0] ?? '' });
    const received = await site.mailbox('jürgen@müller.example');
    const subjects = new Set(received.map(({ mail }) => mail.subject));
    expect(subjects).toContain('Confirm your subscription to Meridian');
    expect(subjects).toContain('What Meridian stores about you');
  });

  it.each(['a@b', 'root@localhost', 'a..b@r.example'])('%s is refused in every form', async (email) => {
    const { slug } = await makeArticle(site.app.database);
    const statuses = [
      await submit('/newsletter', { email }),
      await submit(`/article/${slug}/comments`, { user_email: email, comment_text: 'A comment' }),
      await submit('/contact', { name: 'J', email, subject: 'Hello', message: 'A message' }),
      await submit('/your-data', { email }),
      await post('/api/newsletter', { email }),
      await post('/api/accounts', { name: 'J', email, password: PASSWORD }),
      await patchSettings(site.app, site.headers, { contact_email: email }),
    ].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([422]));
  });

  describe('where the mail server does not support SMTPUTF8', () => {
    const other = prepareMailSiteOfAdmin({
      databaseKind,
      start: '2026-05-06T12:00:00Z',
      env: { TRUST_PROXY: '1' },
      smtpUtf8: false,
    });

    it('is refused with a reason as soon as that is known', async () => {
      const email = TYPED[0] ?? '';
      const sign = (address: string) =>
        submitForm(other.app, '/newsletter', { email: address }, other.fromNewNetwork());
      expect((await sign('info@müller.example')).status).toBe(303);
      expect(await other.mailbox('info@müller.example')).toHaveLength(1);
      for (const path of ['/newsletter', '/your-data']) {
        const refused = await submitForm(other.app, path, { email }, other.fromNewNetwork());
        expect(refused.status).toBe(422);
        expect(await refused.text()).toContain(UNDELIVERABLE_ADDRESS);
      }
      const account = await other.app.fetch('/api/accounts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'J', email, password: PASSWORD }),
      });
      expect(await account.json()).toMatchObject({
        status: 422,
        fields: { email: UNDELIVERABLE_ADDRESS },
      });
      expect((await sign('info@müller.example')).status).toBe(303);
    });
  });
});
