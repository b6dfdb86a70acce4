import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Config } from '#platform/config.server.ts';
import { type Log, silentLog } from '#platform/log.server.ts';
import { ChangeFeed } from './change-feed.server.ts';
import { CHANNEL, encodeChanges, Listeners } from './changes.server.ts';
import type { Database } from './database.ts';
import { type Embedded, openEmbedded } from './embedded.server.ts';
import type { GuardedPool } from './guarded-pool.server.ts';
import { openServer } from './server.server.ts';
import { runTransaction } from './transaction.server.ts';

const PING_MS = 2_000;

export interface CommonOptions {
  readonly log?: Log | undefined;
  /** A query that takes longer is cut with the code 57014. Default 30 s. */
  readonly queryTimeoutMs?: number | undefined;
}

export type OpenOptions = CommonOptions &
  (
    | { readonly url: string }
    /** The data folder; the database is kept in `database` inside it. `maintenanceMs`: default once a minute. */
    | { readonly dataDir: string; readonly maintenanceMs?: number | undefined }
    /** For tests. `template` is a file made by the embedded host's `dump`: 0.3 s instead of 3 s. */
    | { readonly memory: true; readonly template?: string | undefined }
  );

/** Which of the two sizes of installation the settings ask for. */
export function databasePlace({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  return databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
}

export function openDatabase(options: OpenOptions): Promise<Database> {
  return 'url' in options ? openServerDatabase(options) : openEmbeddedDatabase(options);
}

async function openEmbeddedDatabase(options: Exclude<OpenOptions, { url: string }>): Promise<Database> {
  const log = options.log ?? silentLog;
  return embeddedDatabase(await openEmbedded({ ...options, log }), log);
}

export function embeddedDatabase(embedded: Embedded, log: Log): Database {
  const { pool, host } = embedded;
  const listeners = new Listeners(log);
  return {
    ...basics(pool, listeners),
    embedded: true,
    // No NOTIFY: the lock of the folder sees to it that there is no other process to hear it.
    transaction: (work) => runTransaction({ pool, tell: (tags) => listeners.tell(tags) }, work),
    maintain: (work) => host.withoutLimit(() => borrow(pool, '', work)),
    close: () => embedded.close(),
  };
}

async function openServerDatabase(options: Extract<OpenOptions, { url: string }>): Promise<Database> {
  const log = options.log ?? silentLog;
  const pool = await openServer({ ...options, log });
  const listeners = new Listeners(log);
  const self = randomUUID();
  const tell = (tags: readonly string[]) => listeners.tell(tags);
  const notify = { channel: CHANNEL, encode: (tags: readonly string[]) => encodeChanges(self, tags) };
  const feed = new ChangeFeed({ url: options.url, self, log, tell });
  const basic = basics(pool, listeners);
  await feed.open().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  return {
    ...basic,
    embedded: false,
    transaction: (work) => runTransaction({ pool, notify, tell }, work),
    maintain: (work) =>
      borrow(pool, 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0', work),
    close: async () => {
      await feed.close();
      await pool.end();
    },
  };
}

function basics(pool: GuardedPool, listeners: Listeners): Pick<Database, 'db' | 'onChange' | 'ping'> {
  return {
    db: drizzle(pool),
    onChange: (listener) => listeners.add(listener),
    ping: () => within(PING_MS, pool.query('select 1')),
  };
}

async function borrow<T>(
  pool: GuardedPool,
  setup: string,
  work: Parameters<Database['maintain']>[0],
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    if (setup) await client.query(setup);
    const value = await work(client);
    if (setup) await client.query('reset all');
    broken = false;
    return value as T;
  } finally {
    client.release(broken);
  }
}

async function within(limit: number, answer: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(limit, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The database did not answer within ${limit / 1000} seconds.`);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
    answer.catch(() => {});
  }
}
