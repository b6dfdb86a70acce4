import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminHeaders, postJson } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { pathIn } from '../newsletter.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { type SmtpTestServer, startSmtp } from '../smtp.ts';

const NEW = 'messages@paper.example';

describe.each(databaseKindsFor(import.meta.filename))('the contact recipient (%s)', (databaseKind) => {
  let app: TestApp;
  let headers: Record<string, string>;
  let now: Date;
  let smtp: SmtpTestServer;
  beforeEach(async () => {
    now = new Date();
    smtp = await startSmtp();
    app = await testApp({
      databaseKind,
      clock: () => now,
      env: { SITE_EMAIL: 'public@paper.example', SMTP_URL: smtp.url },
    });
    headers = await adminHeaders(app);
  });
  afterEach(async () => {
    await app.close();
    await smtp.close();
  });

  /** Who gets the next message of the contact form. */
  async function recipientOfMessage(): Promise<string> {
    const subject = `Message ${Math.random()}`;
    const message = { name: 'Ada', email: 'ada@reader.example', subject, message: 'M' };
    await postJson(app, '/api/contact', message);
    await app.jobs.runDue();
    const { envelope, mail } = (await smtp.received()).at(-1) ?? {};
    expect(mail?.subject).toBe(subject);
    return envelope?.to[0] ?? '';
  }
  async function request(address: string): Promise<string> {
    await changeSettings(app, headers, { contact_recipient: address });
    await app.jobs.runDue();
    return lastLink(address);
  }
  const mailsTo = async (address: string) =>
    (await smtp.received()).filter(({ envelope }) => envelope.to.includes(address)).map(({ mail }) => mail);
  const lastLink = async (address: string) => {
    const { text, html } = (await mailsTo(address)).findLast((mail) => mail.text?.includes('token=')) ?? {};
    const link = pathIn(text, '/contact/recipient');
    expect(html).toContain(`${link}"`);
    return link;
  };

  /** Locks the table of settings until `release`. */
  async function lockSettings(mode: 'share' | 'access exclusive') {
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const transaction = app.database.transaction(async (tx) => {
      await tx.execute(sql.raw(`lock table settings in ${mode} mode`));
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    return () => {
      released.resolve();
      return transaction;
    };
  }
  /** Waits until this many transactions wait for the table. */
  async function waitForLocks(count: number): Promise<void> {
    const waiting = sql`(select 1 from pg_locks where not granted and relation = 'settings'::regclass) as waiting`;
    await expect.poll(() => app.database.db.$count(waiting)).toBe(count);
  }

  const confirmed = async () => {
    const settings = await (await app.fetch('/api/newsroom/settings', { headers })).json();
    return (settings as Record<string, unknown>)['confirmed_recipient'];
  };

  test('is used only after its owner has opened the link and pressed the button', async () => {
    const link = await request(NEW);
    expect(await recipientOfMessage()).toBe('public@paper.example');
    const page = await app.fetch(link);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toContain(`action="${link}"`);
    expect(await confirmed()).toBeNull();
    expect(await recipientOfMessage()).toBe('public@paper.example');
    expect((await app.fetch(link, { method: 'POST' })).status).toBe(303);
    expect(await (await app.fetch(link)).text()).toContain('Address confirmed');
    expect(await confirmed()).toBe(NEW);
    expect(await recipientOfMessage()).toBe(NEW);
  });

  test.runIf(databaseKind === 'server')(
    'gets a message that follows the confirmation, also while the settings are read slowly',
    async () => {
      const link = await request(NEW);
      // The confirmation waits for the first lock, and the settings can be read again after the second one.
      const release = await lockSettings('share');
      const confirming = app.fetch(link, { method: 'POST' });
      await waitForLocks(1);
      const locking = lockSettings('access exclusive');
      await waitForLocks(2);
      await release();
      expect((await confirming).status).toBe(303);
      const releaseReads = await locking;
      const sending = recipientOfMessage();
      setTimeout(() => void releaseReads(), 300);
      expect(await sending).toBe(NEW);
    },
  );

  test('is not changed by a link that is forged, has expired or is for a former address', async () => {
    const link = await request(NEW);
    for (const forged of [`${link}x`, link.slice(0, -1), '/contact/recipient', '/contact/recipient?token=x'])
      expect((await app.fetch(forged, { method: 'POST' })).status).toBe(400);
    await request('second@paper.example');
    expect((await app.fetch(link, { method: 'POST' })).status).toBe(410);
    expect(await confirmed()).toBeNull();
    const current = await lastLink('second@paper.example');
    now = new Date(now.getTime() + 3 * 86_400_000 + 1000);
    expect((await app.fetch(current)).status).toBe(410);
    expect((await app.fetch(current, { method: 'POST' })).status).toBe(410);
    expect(await recipientOfMessage()).toBe('public@paper.example');
  });

  test('is the former or the public one while a new one is not confirmed', async () => {
    await app.fetch(await request(NEW), { method: 'POST' });
    await request('second@paper.example');
    expect(await recipientOfMessage()).toBe(NEW);
    await changeSettings(app, headers, { contact_recipient: '' });
    expect([await confirmed(), await recipientOfMessage()]).toEqual([null, 'public@paper.example']);
    const link = await request('third@paper.example');
    expect(await recipientOfMessage()).toBe('public@paper.example');
    await app.fetch(link, { method: 'POST' });
    const third = 'third@paper.example';
    expect([await confirmed(), await recipientOfMessage()]).toEqual([third, third]);
  });

  test('is asked a few times an hour, and not again when the same address is saved', async () => {
    await request(NEW);
    await changeSettings(app, headers, { contact_recipient: NEW, home_button: 'READ' });
    await app.jobs.runDue();
    expect(await mailsTo(NEW)).toHaveLength(1);
    const save = (contact_recipient: string) => patchSettings(app, headers, { contact_recipient });
    const statuses: number[] = [];
    for (let number = 0; number < 6; number++)
      statuses.push((await save(`victim${number}@elsewhere.example`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    // An empty recipient asks nobody.
    expect((await save('')).status).toBe(200);
  });

  test('must be an address, and cannot be confirmed through the settings', async () => {
    for (const patch of [
      { contact_recipient: 'not an address' },
      { confirmed_recipient: NEW },
      { contact_recipient_confirmed: NEW },
    ])
      expect([patch, (await patchSettings(app, headers, patch)).status]).toEqual([patch, 422]);
  });
});
