import { eq, gt, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs as jobsTable } from '#platform/jobs/tables.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { type Behaviour, startSmtp } from '../smtp.ts';
import { prepareMailProcess, MAIL } from './mail-process.ts';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { openServerTestDatabase } from '../databases.ts';

const outbox = prepareMailProcess();
const { createTestJobs, createSender, smtpSender, post, rows } = outbox;

describe('by SMTP', () => {
  test('only the email that is being sent counts as handed over, and one deleted in the meantime is not sent', async () => {
    const { server } = await smtpSender();
    const response = Promise.withResolvers<Behaviour>();
    server.setBehaviourOf(() => response.promise);
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) ids.push(await post());
    const jobs = createTestJobs({ SMTP_URL: server.url });
    jobs.start();
    await expect.poll(server.attempts, { timeout: 20_000 }).toBe(1);
    // By now the other runners have their jobs and wait for the connection.
    const taken = () => outbox.database.db.$count(jobsTable, gt(jobsTable.attempts, 0));
    await expect.poll(taken, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    const states = (await rows()).map(({ status, attempts }) => `${status} ${attempts}`).toSorted();
    expect(states).toEqual(['handed_over 1', ...Array.from({ length: 5 }, () => 'queued 0')]);
    const deletedId = (await rows()).find(({ status }) => status === 'queued')?.id ?? '';
    await outbox.database.db.delete(mails).where(eq(mails.id, deletedId));
    response.resolve('accept');
    await expect.poll(() => server.rawMails.length, { timeout: 20_000 }).toBe(5);
    const statuses = async () => new Set((await rows()).map(({ status }) => status));
    await expect.poll(statuses).toEqual(new Set(['accepted']));
    await jobs.stop();
    const arrived = (await server.received()).map(({ mail }) => mail.messageId ?? '').toSorted();
    const expected = ids.filter((id) => id !== deletedId).map((id) => `<${id}@news.example>`);
    expect(arrived).toEqual(expected.toSorted());
  });

  test('an email arrives unchanged, and its content is removed from the outbox', async () => {
    const { send, server } = await smtpSender();
    const id = await post({
      ...MAIL,
      html: '<p>The first line</p>',
      replyTo: { name: 'Visitor', address: 'visitor@example.org' },
      headers: {
        'List-Unsubscribe': '<https://news.example/leave?token=x>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    await send();
    expect(await server.received()).toHaveLength(1);
    const [first] = await server.received();
    expect(first?.envelope).toEqual({ from: 'editor@news.example', to: ['ada@example.com'] });
    expect(first?.mail).toMatchObject({
      from: { name: 'Meridian, News', address: 'editor@news.example' },
      to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
      replyTo: [{ name: 'Visitor', address: 'visitor@example.org' }],
      subject: MAIL.subject,
      messageId: `<${id}@news.example>`,
    });
    expect(first?.mail.text?.trimEnd()).toBe(MAIL.text);
    expect(first?.mail.html).toContain('<p>The first line</p>');
    expect(first?.raw).toMatch(/^List-Unsubscribe: <https:\/\/news\.example\/leave\?token=x>\r$/m);
    expect(first?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(first?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'accepted', attempts: 1, content: null, lastError: null });
    expect(JSON.stringify(row)).not.toContain('example');
  });

  test('an internationalized address needs SMTPUTF8 only for what is before the @', async () => {
    const { send, server } = await smtpSender();
    for (const address of ['info@xn--mller-kva.example', 'jürgen@example.com'])
      await post({ ...MAIL, to: { address }, replyTo: { address: 'jürgen@example.org' } });
    await send();
    const [domain, local] = await server.received();
    expect(domain?.raw).toContain('\r\nTo: info@xn--mller-kva.example\r\n');
    expect(local?.envelope.to).toEqual(['jürgen@example.com']);
    // A header with such an address requires SMTPUTF8, which the first email is sent without.
    expect([domain?.mail.replyTo, local?.mail.replyTo]).toEqual([
      undefined,
      [expect.objectContaining({ address: 'jürgen@example.org' })],
    ]);
  });

  test('an address that needs SMTPUTF8 is refused before it is sent to a server without it', async () => {
    const { send, server } = await smtpSender({ smtpUtf8: false });
    await post({ ...MAIL, to: { address: 'jürgen@example.com' } });
    await send();
    expect(server.attempts()).toBe(0);
    expect(await rows()).toMatchObject([
      { status: 'refused', attempts: 1, lastError: expect.stringContaining('does not support SMTPUTF8') },
    ]);
    await post({ ...MAIL, to: { address: 'info@xn--mller-kva.example' } });
    await send();
    expect(server.rawMails).toHaveLength(1);
  });

  test('a deferred email is retried unchanged', async () => {
    const { send, server } = await smtpSender();
    server.setBehaviours(['defer', 'defer', 'accept']);
    const id = await post();
    await send();
    const error = expect.stringContaining('451 Greylisted');
    expect(await rows()).toMatchObject([
      { status: 'queued', attempts: 1, lastError: error, settledAt: null },
    ]);
    await send();
    await send();
    expect(await rows()).toMatchObject([{ status: 'accepted', attempts: 3, lastError: null }]);
    expect((await server.received()).map(({ mail }) => mail.messageId)).toEqual([`<${id}@news.example>`]);
  });

  test('a refused recipient is not retried, and the stored error contains no address', async () => {
    const { send, server } = await smtpSender();
    server.setBehaviours(['refuse', 'accept']);
    await post();
    await send();
    await send();
    expect(server.attempts()).toBe(1);
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'refused', attempts: 1, content: null });
    expect(row?.lastError).toContain('550');
    expect(row?.lastError).not.toContain('ada@');
  });

  test('an unresponsive server times out, and the email is retried', async () => {
    const { send, server } = await smtpSender();
    server.setBehaviours(['hang']);
    await post();
    await createSender({ SMTP_URL: `${server.url}?socketTimeout=400` })();
    server.setBehaviours(['accept']);
    // The server cannot have the email: DATA was not sent yet.
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1, doubts: 0 }]);
    await send();
    expect(await rows()).toMatchObject([{ status: 'accepted' }]);
    expect(await server.received()).toHaveLength(1);
  });

  test('a connection lost after DATA leaves the outcome unknown: sent again with the same Message-ID, three times at most', async () => {
    const { send, server } = await smtpSender();
    server.setBehaviours(['disconnect after data']);
    await post();
    for (let attempt = 0; attempt < 5; attempt++) await send();
    expect(server.attempts()).toBe(3);
    expect(await rows()).toMatchObject([{ status: 'unknown', attempts: 3, content: null }]);
    expect(new Set((await server.received()).map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  test('the next process sends an email that was handed over when a process ended', async () => {
    const { send, server } = await smtpSender();
    await post();
    await outbox.database.db.update(mails).set({ status: 'handed_over', attempts: 1 });
    await send();
    expect(await rows()).toMatchObject([{ status: 'accepted', attempts: 2 }]);
    expect(await server.received()).toHaveLength(1);
    await post();
    const interrupted = { status: 'handed_over', doubts: 2 } as const;
    await outbox.database.db.update(mails).set(interrupted).where(isNull(mails.settledAt));
    await send();
    expect((await rows())[1]).toMatchObject({ status: 'unknown', content: null });
    expect(await server.received()).toHaveLength(1);
  });

  test('the password is not sent before the connection is encrypted', async () => {
    const user = { name: 'news', password: 'hunter2' };
    const { send, server } = await smtpSender({ user });
    await post();
    await send();
    expect(await server.received()).toEqual([]);
    const lastError = expect.stringContaining('STARTTLS');
    expect(await rows()).toMatchObject([{ status: 'queued', lastError }]);
    // The operator may turn the requirement off.
    await createSender({ SMTP_URL: `${server.url}?requireTLS=false` })();
    expect(await server.received()).toHaveLength(1);
  });

  test('the password is sent after STARTTLS, and a wrong password defers the email', async () => {
    const user = { name: 'news', password: 'hunter2' };
    const { server } = await smtpSender({ user, tls: true });
    const query = '?tls.rejectUnauthorized=false';
    await post();
    await createSender({ SMTP_URL: server.url.replace('hunter2', 'wrong') + query })();
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }]);
    // The certificate is self-signed.
    await createSender({ SMTP_URL: server.url })();
    expect(await server.received()).toEqual([]);
    await createSender({ SMTP_URL: server.url + query })();
    expect(await rows()).toMatchObject([{ status: 'accepted', attempts: 3 }]);
    expect(await server.received()).toHaveLength(1);
  });
});

test('names with commas, quotes and brackets are not parsed as addresses', async () => {
  const { send, server } = await smtpSender();
  const name = '"Ada", <victim@example.net>, Countess; of: (Lovelace)';
  await post({
    ...MAIL,
    to: { name, address: 'ada@example.com' },
    replyTo: { name, address: 'a@b.example' },
  });
  await send();
  const [first] = await server.received();
  expect(first?.envelope.to).toEqual(['ada@example.com']);
  expect(first?.mail.to).toEqual([{ name, address: 'ada@example.com' }]);
  expect(first?.mail.replyTo).toEqual([{ name, address: 'a@b.example' }]);
});

describe('as files, without a mail server', () => {
  const folder = () => join(outbox.dataDir, 'mail');

  test('file names sort by time, only the owner can read the files, and they are valid emails', async () => {
    const send = createSender();
    const ids = [await post(), await post({ ...MAIL, subject: 'Second' })];
    await send();
    const names = readdirSync(folder());
    expect(names.map((name) => name.slice(-40))).toEqual(ids.map((id) => `${id}.eml`));
    expect(names).toEqual(names.toSorted());
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    for (const name of names) expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
    const mail = await PostalMime.parse(readFileSync(join(folder(), names[0] ?? '')));
    expect(mail).toMatchObject({ subject: MAIL.subject, to: [{ address: 'ada@example.com' }] });
    expect(await rows()).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  });
});

test('a transaction that is rolled back sends no email', async () => {
  const rolledBack = outbox.database.transaction(async (tx) => {
    await enqueueMail(tx, MAIL);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await createSender()();
  expect(await rows()).toEqual([]);
  expect(readdirSync(outbox.dataDir)).toEqual([]);
});

describe('on a database server', () => {
  const mailProcess = prepareMailProcess(openServerTestDatabase);

  test('one process sends at a time, and another one continues within a minute after its end', async () => {
    const server = await startSmtp();
    server.setBehaviours(['hang']);
    await mailProcess.post();
    await mailProcess.post();
    const endedRun = mailProcess.createTestJobs({ SMTP_URL: server.url }).runDue();
    await expect.poll(server.attempts).toBe(1);
    const other = mailProcess.createTestJobs({});
    mailProcess.advanceClock(29_000);
    await other.runDue();
    expect(await mailProcess.rows()).toMatchObject([{ status: 'handed_over' }, { status: 'queued' }]);
    // Also enough if the lease was renewed meanwhile.
    mailProcess.advanceClock(30_000);
    await other.runDue();
    expect(await mailProcess.rows()).toMatchObject([
      { status: 'accepted', attempts: 2 },
      { status: 'accepted', attempts: 1 },
    ]);
    await server.close();
    await endedRun;
  });
});
