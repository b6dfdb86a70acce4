import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { issueSending } from '#domain/newsletter/sending/issue-sending.ts';
import {
  newsletterDeliveries,
  newsletterIssueArticles,
  newsletterIssues,
  newsletterSubscribers,
} from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { allowNewSecrets, fillDataDir, openServerTestDatabase } from '../databases.ts';
import { makeArticle } from '../factories.ts';
import { makeSubscribers } from '../newsletter.ts';
import { type RunningServer, startServer } from '../server.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';

const RECIPIENTS = 1000;
/** Mails under way at once, each of which a power cut leaves in doubt. */
const LANES = 4;
/** In all; with more of them several issues are sent. `NEWSLETTER_KILLS=50` for the long run. */
const KILLS = Number(process.env['NEWSLETTER_KILLS'] ?? 4);
/** Mails that a life of the server may see at most, so that its end falls into the sending. */
const LONGEST_LIFE = 200;

interface Place {
  /** Where the server of the test finds its data. */
  readonly dataDir: string;
  readonly env: Record<string, string>;
  /** Lends the database while no server runs. */
  lend<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

async function embedded(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-kills-'));
  await fillDataDir(dataDir);
  return {
    dataDir,
    env: {},
    async lend(work) {
      const database = await openDatabase({ dataDir });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    close: () => Promise.resolve(rmSync(dataDir, { recursive: true, force: true })),
  };
}

async function server(): Promise<Place> {
  const opened = await openServerTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-kills-'));
  allowNewSecrets(dataDir);
  return {
    dataDir,
    env: { DATABASE_URL: opened.url ?? '' },
    lend: (work) => work(opened.database),
    async close() {
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describe.each([
  { name: 'embedded', open: embedded },
  { name: 'server', open: server },
])('an issue to a thousand readers, on the $name database', ({ open }) => {
  test(
    'reaches each of them once, or is known not to be known, however often the power fails',
    async () => {
      const place = await open();
      const smtp = await startSmtp();
      await place.lend((database) =>
        makeSubscribers(
          database,
          Array.from({ length: RECIPIENTS }, (_, index) => `r${index}@reader.example`),
        ),
      );
      let kills = 0;
      for (let issues = 0; kills < KILLS; issues++) {
        expect(issues).toBeLessThan(KILLS);
        const issueId = await place.lend(approveIssue);
        const before = smtp.taken.length;
        let cuts = 0;
        while (!(await place.lend((database) => isSent(database, issueId)))) {
          const site = await startServer({
            samples: false,
            dataDir: place.dataDir,
            env: { ...place.env, SMTP_URL: smtp.url },
          });
          if (kills < KILLS) {
            await aMoment(smtp);
            kills += 1;
            cuts += 1;
            await site.kill();
          } else await finish(site, smtp);
          await place.lend(letTimePass);
        }
        await place.lend((database) => account(database, issueId, { smtp, before, cuts }));
      }
      await smtp.close();
      await place.close();
    },
    180_000 + KILLS * 60_000,
  );
});

/** Says in the database that an issue was approved and its ten minutes are over. */
async function approveIssue(database: Database): Promise<string> {
  const article = await makeArticle(database);
  const issueId = uuidv7();
  await database.transaction(async (tx) => {
    const sendAt = new Date(Date.now() - 1_000);
    await tx
      .insert(newsletterIssues)
      .values({ id: issueId, subject: 'A letter', status: 'approved', sendAt });
    await tx.insert(newsletterIssueArticles).values({ issueId, articleId: article.id, position: 0 });
    await enqueue(tx, issueSending, { issueId });
  });
  return issueId;
}

async function isSent({ db }: Database, issueId: string): Promise<boolean> {
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, issueId));
  return row?.status === 'sent';
}

/** As if minutes had gone by: nobody waits any more for the run that was cut short. */
async function letTimePass({ db }: Database): Promise<void> {
  await db.execute(sql`update jobs set due_at = now() where done_at is null and kind = 'newsletter.send'`);
  await db.execute(sql`update newsletter_issues set sender_until = now() where sender_until is not null`);
}

/** Until some number of mails has come, or a while nothing has, and then any moment between two. */
async function aMoment({ taken }: TestSmtp): Promise<void> {
  const enough = taken.length + Math.random() * LONGEST_LIFE;
  for (let waits = 0; waits < 1_000 && taken.length < enough; waits++) await sleep(5);
  await sleep(Math.random() * 50);
}

/** Leaves the site alone until no mail has come for a while, and stops it. */
async function finish(site: RunningServer, smtp: TestSmtp): Promise<void> {
  for (let seen = -1; seen !== smtp.taken.length;) {
    seen = smtp.taken.length;
    await sleep(2_500);
  }
  await site.stop();
}

interface Sent {
  readonly smtp: TestSmtp;
  /** Mails that had come before the issue. */
  readonly before: number;
  readonly cuts: number;
}

/** Compares what the database says became of every copy with what the mail server has. */
async function account({ db }: Database, issueId: string, { smtp, before, cuts }: Sent): Promise<void> {
  const rows = await db
    .select({
      id: newsletterDeliveries.id,
      status: newsletterDeliveries.status,
      email: newsletterSubscribers.email,
    })
    .from(newsletterDeliveries)
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
    .where(eq(newsletterDeliveries.issueId, issueId));
  const taken = new Map<string, number>();
  for (const { envelope, raw } of smtp.taken.slice(before)) {
    const name = `${envelope.to.join()} ${/^Message-ID: <([^@]+)@/im.exec(raw)?.[1]}`;
    taken.set(name, (taken.get(name) ?? 0) + 1);
  }
  const times = (row: (typeof rows)[number]) => taken.get(`${row.email} ${row.id}`) ?? 0;
  const inState = (state: string) => rows.filter(({ status }) => status === state);
  const unknown = inState('unknown');
  process.stdout.write(
    `  ${cuts} power cuts: ${inState('accepted').length} accepted, ${unknown.length} unknown, ` +
      `of which ${unknown.filter((row) => times(row) > 0).length} have arrived\n`,
  );
  expect(new Set(rows.map(({ email }) => email)).size).toBe(RECIPIENTS);
  expect(inState('accepted').length + unknown.length).toBe(RECIPIENTS);
  expect(unknown.length).toBeLessThanOrEqual(cuts * LANES);
  expect(inState('accepted').filter((row) => times(row) !== 1)).toEqual([]);
  expect(unknown.filter((row) => times(row) > 1)).toEqual([]);
  // Nothing else has arrived, and nothing twice.
  expect([...taken.values()].reduce((sum, number) => sum + number, 0)).toBe(
    rows.reduce((sum, row) => sum + times(row), 0),
  );
}
