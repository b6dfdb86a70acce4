import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import {
  newsletterDeliveries,
  newsletterIssueArticles,
  newsletterIssues,
} from '#domain/newsletter/tables.server.ts';
import { issueSending } from '#domain/newsletter/sending/issue-sending.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { allowNewSecrets, fillDataDir, openServerTestDatabase } from '../databases.ts';
import { makeArticle } from '../factories.ts';
import { makeSubscribers } from '../newsletter.ts';
import { type RunningServer, startServer } from '../server.ts';

/** The processes of one site, as an operator runs them, and the database behind them. */
export interface NewsletterSite {
  readonly servers: RunningServer[];
  /** The database, while no process has it to itself. */
  borrow<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  start(): Promise<void>;
  /** Ends a process as a power cut would. */
  kill(index: number): Promise<void>;
  /** Starts another one in its place. */
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Two processes on one PostgreSQL. */
export async function twoProcesses(smtpUrls: readonly string[]): Promise<NewsletterSite> {
  const { database, url = '', close } = await openServerTestDatabase();
  return site({ smtpUrls, env: { DATABASE_URL: url }, borrow: (work) => work(database), close });
}

/** One process with the embedded database, on disk. */
export async function oneProcess([smtpUrl = '']: readonly string[]): Promise<NewsletterSite> {
  const made = site({
    smtpUrls: [smtpUrl],
    env: {},
    async borrow(work) {
      const database = await openDatabase({ dataDir: made.dataDir });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    close: () => Promise.resolve(),
  });
  await fillDataDir(made.dataDir);
  return made;
}

interface SiteOptions extends Pick<NewsletterSite, 'borrow' | 'close'> {
  /** One for each process, so that it shows which of them sends. */
  readonly smtpUrls: readonly string[];
  readonly env: Record<string, string>;
}

function site({ smtpUrls, env, borrow, close }: SiteOptions): NewsletterSite & { readonly dataDir: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-reliability-'));
  allowNewSecrets(dataDir);
  const servers: RunningServer[] = [];
  const one = (index: number) =>
    startServer({
      samples: false,
      dataDir,
      env: { ...env, SMTP_URL: smtpUrls[index] ?? '', LOG_LEVEL: 'error' },
    });
  return {
    dataDir,
    servers,
    borrow,
    async start() {
      while (servers.length < smtpUrls.length) servers.push(await one(servers.length));
    },
    kill: async (index) => servers[index]?.kill(),
    async restart(index) {
      servers[index] = await one(index);
    },
    async stop() {
      for (const server of servers.splice(0)) await server.stop();
    },
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Puts confirmed subscribers into the database, a thousand at a time. */
export async function fillSubscribers(database: Database, emails: readonly string[]): Promise<void> {
  for (let from = 0; from < emails.length; from += 1000)
    await makeSubscribers(database, emails.slice(from, from + 1000));
}

/** An issue that was approved and whose hold is over. Returns its id. */
export async function approveIssue(database: Database): Promise<string> {
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

/** A new administrator's token, from the API of a process. */
export async function signInAdmin(database: Database, { url }: RunningServer): Promise<string> {
  const app = {
    database,
    jobs: { runDue: () => Promise.resolve(0) },
    fetch: (path: string | Request, init?: RequestInit) =>
      fetch(typeof path === 'string' ? url + path : path, init),
  };
  return (await signIn(app, await makeAccount(app, { role: 'admin' }))).access_token;
}

export async function isSent({ db }: Database, issueId: string): Promise<boolean> {
  const [issue] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, issueId));
  return issue?.status === 'sent';
}

/** Ids of the copies that are handed over at this moment. */
export async function listInFlight({ db }: Database, issueId: string): Promise<string[]> {
  const rows = await db
    .select({ id: newsletterDeliveries.id })
    .from(newsletterDeliveries)
    .where(
      and(
        eq(newsletterDeliveries.issueId, issueId),
        inArray(newsletterDeliveries.status, ['handed_over', 'unknown']),
      ),
    );
  return rows.map(({ id }) => id);
}
