import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { silentLog } from '#platform/log.server.ts';
import { createMail } from '#platform/mail/mail.server.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { openEmbeddedTestDatabase, type TestDatabase } from '../databases.ts';
import { startSmtp, type SmtpTestServer, type SmtpTestServerOptions } from '../smtp.ts';

export const MAIL: Mail = {
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  subject: 'A word — ünïcode and all',
  text: 'The first line\n.a line with a dot\nFrom here on',
};

/** A database, and processes that send the emails in its outbox, with a clock. They exist while tests run. */
export function prepareMailProcess(openDatabase = openEmbeddedTestDatabase) {
  let opened: TestDatabase;
  let database: Database;
  let dataDir: string;
  let now: Date;
  let smtp: SmtpTestServer | undefined;
  const closers: (() => void)[] = [];

  beforeEach(async () => {
    opened = await openDatabase();
    ({ database } = opened);
    dataDir = mkdtempSync(join(tmpdir(), 'meridian-mail-'));
    now = new Date('2026-05-04T12:00:00Z');
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) close();
    await smtp?.close();
    smtp = undefined;
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const advanceClock = (ms: number) => (now = new Date(now.getTime() + ms));

  /** Creates the jobs of a process with these settings. */
  function createTestJobs(env: Record<string, string>): Jobs {
    const config = readConfig({
      DATA_DIR: dataDir,
      MAIL_FROM: 'Meridian, News <editor@news.example>',
      ...env,
    });
    const parts = { database, clock: () => now, log: silentLog };
    const mail = createMail({ config, defaultSender: () => ({ address: 'editor@news.example' }), ...parts });
    closers.push(() => mail.close());
    return createJobs({ ...parts, timeZone: () => 'UTC', jobs: mail.jobs, recurring: mail.recurring });
  }

  /** Returns a function that attempts every due email once per call. */
  function createSender(env: Record<string, string> = {}) {
    const jobs = createTestJobs(env);
    return async () => {
      await jobs.runDue();
      advanceClock(5 * HOUR_MS);
    };
  }

  async function smtpSender(options: SmtpTestServerOptions = {}) {
    smtp = await startSmtp(options);
    return { send: createSender({ SMTP_URL: smtp.url }), server: smtp };
  }

  const post = (mail: Mail = MAIL) => database.transaction((tx) => enqueueMail(tx, mail));
  const rows = () => database.db.select().from(mails).orderBy(mails.id);

  return {
    get database() {
      return database;
    },
    get dataDir() {
      return dataDir;
    },
    advanceClock,
    createTestJobs,
    createSender,
    smtpSender,
    post,
    rows,
  };
}
