import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import { newsletterDeliveries } from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { allowNewSecrets, fillDataDir, openServerTestDatabase } from '../databases.ts';
import { makeSubscribers } from '../newsletter.ts';
import { type RunningServer, startServer } from '../server.ts';

/** The processes of one site, as an operator runs them, and the database behind them. */
export interface NewsletterSite {
  readonly servers: RunningServer[];
  /** Runs a function with the database. With the embedded database, no process may be running. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  start(): Promise<void>;
  /** Kills a process without a graceful shutdown. */
  kill(index: number): Promise<void>;
  /** Starts a new process in its place. */
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Two processes on one PostgreSQL server. */
export async function twoProcessSite(smtpUrls: readonly string[]): Promise<NewsletterSite> {
  const { database, url = '', close } = await openServerTestDatabase();
  return createSite({ smtpUrls, env: { DATABASE_URL: url }, withDatabase: (work) => work(database), close });
}

/** One process with the embedded database, on disk. */
export async function oneProcessSite([smtpUrl = '']: readonly string[]): Promise<NewsletterSite> {
  const created = createSite({
    smtpUrls: [smtpUrl],
    env: {},
    async withDatabase(work) {
      const database = await openDatabase({ dataDir: created.dataDir });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    close: () => Promise.resolve(),
  });
  await fillDataDir(created.dataDir);
  return created;
}

interface SiteOptions extends Pick<NewsletterSite, 'withDatabase' | 'close'> {
  /** One mail server for each process, so that the test can tell which process sends. */
  readonly smtpUrls: readonly string[];
  readonly env: Record<string, string>;
}

function createSite({
  smtpUrls,
  env,
  withDatabase,
  close,
}: SiteOptions): NewsletterSite & { readonly dataDir: string } {
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
    withDatabase,
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

/** Inserts confirmed subscribers in batches of a thousand. */
export async function fillSubscribers(database: Database, emails: readonly string[]): Promise<void> {
  for (let from = 0; from < emails.length; from += 1000)
    await makeSubscribers(database, emails.slice(from, from + 1000));
}

/** Creates an administrator and returns an access token from the API of a process. */
export async function signInAdmin(database: Database, { url }: RunningServer): Promise<string> {
  const app = {
    database,
    jobs: { runDue: () => Promise.resolve(0) },
    fetch: (path: string | Request, init?: RequestInit) =>
      fetch(typeof path === 'string' ? url + path : path, init),
  };
  return (await signIn(app, await makeAccount(app, { role: 'admin' }))).access_token;
}

/** IDs of deliveries with status `handed_over` or `unknown`. */
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
