import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { openServerTestDatabase } from '../databases.ts';
import { startSmtp } from '../smtp.ts';
import { prepareMailProcess, MAIL } from './mail-process.ts';

const outbox = prepareMailProcess();
const { createSender, smtpSender, post, rows } = outbox;

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
