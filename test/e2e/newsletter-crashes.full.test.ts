import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { allowNewSecrets, fillDataDir, openServerTestDatabase } from '../databases.ts';
import { type DatabaseKind, endurance } from '../full.ts';
import { approveIssue, isSent, makeSubscribers } from '../newsletter.ts';
import { listDeliveries } from '../deliveries.ts';
import { type RunningServer, startServer } from '../server.ts';
import { startSmtp, type SmtpTestServer } from '../smtp.ts';

const RECIPIENTS = endurance('NEWSLETTER_RECIPIENTS', { usual: 500, full: 1000 });
/** Emails sent at the same time. A crash leaves the outcome of each of them unknown. */
const CONCURRENT_SENDS = 4;
/** The total number of kills. Larger numbers need several issues. Set `NEWSLETTER_KILLS=50` for the long run. */
const KILLS = endurance('NEWSLETTER_KILLS', { usual: 2, full: 4 });
/** The server is killed after at most this many emails, so that it is still sending. */
const MAX_EMAILS_PER_RUN = 200;

interface TestSite {
  /** The data folder of the server. */
  readonly dataDir: string;
  readonly env: Record<string, string>;
  /** Opens the database for a function. Must not be called while a server runs. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

async function openSite(kind: DatabaseKind): Promise<TestSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-kills-'));
  const close = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'embedded') {
    await fillDataDir(dataDir);
    const withDatabase: TestSite['withDatabase'] = async (work) => {
      const database = await openDatabase({ dataDir });
      const result = await work(database);
      await database.close();
      return result;
    };
    return { dataDir, env: {}, withDatabase, close: async () => close() };
  }
  const opened = await openServerTestDatabase();
  allowNewSecrets(dataDir);
  return {
    dataDir,
    env: { DATABASE_URL: opened.url ?? '' },
    withDatabase: (work) => work(opened.database),
    close: () => opened.close().then(close),
  };
}

test.each(['embedded', 'server'] as const)(
  `an issue to ${RECIPIENTS} readers reaches each of them once or is recorded as unknown, however often the server is killed, on the %s database`,
  async (kind) => {
    const testSite = await openSite(kind);
    const smtp = await startSmtp();
    await testSite.withDatabase((database) =>
      makeSubscribers(
        database,
        Array.from({ length: RECIPIENTS }, (_, index) => `r${index}@reader.example`),
      ),
    );
    let kills = 0;
    for (let issues = 0; kills < KILLS; issues++) {
      expect(issues).toBeLessThan(KILLS);
      const issueId = await testSite.withDatabase(approveIssue);
      const before = smtp.rawMails.length;
      let issueKills = 0;
      for (let isFinished = false; !isFinished;) {
        const site = await startServer({
          samples: false,
          dataDir: testSite.dataDir,
          env: { ...testSite.env, SMTP_URL: smtp.url },
        });
        if (kills < KILLS) {
          await waitRandomly(smtp);
          kills += 1;
          issueKills += 1;
          await site.kill();
        } else await stopWhenIdle(site, smtp);
        isFinished = await testSite.withDatabase(async (database) => {
          await expireLeases(database);
          return isSent(database, issueId);
        });
      }
      await testSite.withDatabase((database) =>
        checkDeliveries(database, issueId, { smtp, before, issueKills }),
      );
    }
    await smtp.close();
    await testSite.close();
  },
  180_000 + KILLS * 60_000,
);

/** Expires the job's wait and the lease of the killed sender, so that the next server does not wait for them. */
async function expireLeases({ db }: Database): Promise<void> {
  await db.execute(sql`update jobs set due_at = now() where done_at is null and kind = 'newsletter.send'`);
  await db.execute(sql`update newsletter_issues set sender_until = now() where sender_until is not null`);
}

/** Waits for a random number of further emails, at most five seconds, and then for up to 50 ms. */
async function waitRandomly({ rawMails }: SmtpTestServer): Promise<void> {
  const enough = rawMails.length + Math.random() * MAX_EMAILS_PER_RUN;
  for (let waits = 0; waits < 1_000 && rawMails.length < enough; waits++) await sleep(5);
  await sleep(Math.random() * 50);
}

/** Waits until no email has arrived for 2.5 seconds, and stops the server. */
async function stopWhenIdle(site: RunningServer, smtp: SmtpTestServer): Promise<void> {
  for (let seen = -1; seen !== smtp.rawMails.length;) {
    seen = smtp.rawMails.length;
    await sleep(2_500);
  }
  await site.stop();
}

interface Sent {
  readonly smtp: SmtpTestServer;
  /** The number of emails received before the issue. */
  readonly before: number;
  readonly issueKills: number;
}

/** Compares the recorded outcome of every delivery with the emails that the mail server received. */
async function checkDeliveries(
  { db }: Database,
  issueId: string,
  { smtp, before, issueKills }: Sent,
): Promise<void> {
  const rows = await listDeliveries({ db }, issueId);
  const receivedCounts = new Map<string, number>();
  for (const { envelope, raw } of smtp.rawMails.slice(before)) {
    const name = `${envelope.to.join()} ${/^Message-ID: <([^@]+)@/im.exec(raw)?.[1]}`;
    receivedCounts.set(name, (receivedCounts.get(name) ?? 0) + 1);
  }
  const times = (row: (typeof rows)[number]) => receivedCounts.get(`${row.email} ${row.id}`) ?? 0;
  const inState = (state: string) => rows.filter(({ status }) => status === state);
  const unknown = inState('unknown');
  process.stdout.write(
    `  ${issueKills} kills: ${inState('accepted').length} accepted, ${unknown.length} unknown, ` +
      `of these ${unknown.filter((row) => times(row) > 0).length} arrived\n`,
  );
  expect(new Set(rows.map(({ email }) => email)).size).toBe(RECIPIENTS);
  expect(inState('accepted').length + unknown.length).toBe(RECIPIENTS);
  expect(unknown.length).toBeLessThanOrEqual(issueKills * CONCURRENT_SENDS);
  expect(inState('accepted').filter((row) => times(row) !== 1)).toEqual([]);
  expect(unknown.filter((row) => times(row) > 1)).toEqual([]);
  // No other emails have arrived.
  expect([...receivedCounts.values()].reduce((sum, number) => sum + number, 0)).toBe(
    rows.reduce((sum, row) => sum + times(row), 0),
  );
}
