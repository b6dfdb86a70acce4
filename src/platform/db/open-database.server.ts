import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import type { Config } from '#platform/config.server.ts';
import { type Log, silentLog } from '#platform/log.server.ts';
import { ChangeFeed } from './change-feed.server.ts';
import { CHANNEL, encodeChanges, Listeners } from './changes.server.ts';
import type { Database } from './database.ts';
import { type Embedded, openEmbedded } from './embedded.server.ts';
import type { GuardedPool } from './guarded-pool.server.ts';
import { ServerClient } from './server-client.server.ts';
import { openServer } from './server.server.ts';
import { runTransaction } from './transaction.server.ts';

export interface CommonOptions {
  readonly log?: Log | undefined;
  /** A query that takes longer is cut with the code 57014. Default 30 s. */
  readonly queryTimeoutMs?: number | undefined;
}

export type OpenOptions = CommonOptions &
  (
    | { readonly url: string }
    /**
     * The data folder; the database is kept in `database` inside it. `create`: whether one is created where that is
     * absent or empty, default false. `maintenanceMs`: default once a minute.
     */
    | {
        readonly dataDir: string;
        readonly create?: boolean | undefined;
        readonly maintenanceMs?: number | undefined;
      }
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
  const { pool, host, copyTo } = embedded;
  const listeners = new Listeners(log);
  const maintain: Database['maintain'] = (work) => host.withoutLimit(() => borrow(pool.connect(), '', work));
  return {
    ...basics(pool, listeners),
    embedded: true,
    // No NOTIFY: the lock of the folder sees to it that there is no other process to hear it.
    transaction: (work) => runTransaction({ pool, tell: (tags) => listeners.tell(tags) }, work),
    maintain,
    snapshot: (folder, work) =>
      copyTo === undefined ? maintain(work) : workOnCopy({ folder, copyTo, log }, work),
    checkWritable: async () => {
      await embedded.checkFolder();
      await writeDurably(pool);
    },
    close: () => embedded.close(),
  };
}

interface CopyOptions {
  readonly folder: string;
  readonly copyTo: (dataDir: string) => Promise<void>;
  readonly log: Log;
}

/** The one session of the embedded database cannot hold a snapshot while others write: a second instance reads a copy. */
async function workOnCopy<T>(
  { folder, copyTo, log }: CopyOptions,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  try {
    await copyTo(folder);
    const copy = embeddedDatabase(await openEmbedded({ dataDir: folder, log }), log);
    try {
      return await copy.maintain(work);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openServerDatabase(options: Extract<OpenOptions, { url: string }>): Promise<Database> {
  const log = options.log ?? silentLog;
  const pool = await openServer({ ...options, log });
  const listeners = new Listeners(log);
  const self = randomUUID();
  const tell = (tags: readonly string[]) => listeners.tell(tags);
  const notify = { channel: CHANNEL, encode: (tags: readonly string[]) => encodeChanges(self, tags) };
  const onLost = () => pool.suspect();
  const feed = new ChangeFeed({ url: options.url, self, log, tell, onLost });
  const basic = basics(pool, listeners);
  await feed.open().catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  const maintain: Database['maintain'] = (work) => borrow(pool.connectUnlimited(), WITHOUT_LIMITS, work);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([feed.close(), pool.close()]);
  };
  return {
    ...basic,
    embedded: false,
    transaction: (work) => runTransaction({ pool, notify, tell }, work),
    maintain,
    // A server shows each transaction its own moment.
    snapshot: (_folder, work) => maintain(work),
    close: () => (closing ??= close()),
  };
}

function basics(
  pool: GuardedPool,
  listeners: Listeners,
): Pick<Database, 'db' | 'onChange' | 'checkWritable'> {
  return {
    db: drizzle(pool),
    onChange: (listener) => listeners.add(listener),
    checkWritable: () => writeDurably(pool),
  };
}

/** A message in the log of changes (WAL) is the smallest write there is: its commit is flushed, and no table grows. */
async function writeDurably(pool: GuardedPool): Promise<void> {
  const { rows } = await pool.query<{ read_only: string }>(
    `select pg_logical_emit_message(true, 'meridian', 'readiness'), current_setting('transaction_read_only') as read_only`,
  );
  if (rows[0]?.read_only !== 'off') throw new Error('The database is read-only.');
}

const WITHOUT_LIMITS = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';

async function borrow<T>(
  connected: Promise<PoolClient>,
  setup: string,
  work: Parameters<Database['maintain']>[0],
): Promise<T> {
  const client = await connected;
  let broken = true;
  try {
    if (setup) await client.query(setup);
    const value = await work(client);
    if (setup) await client.query('reset all');
    if (client instanceof ServerClient) client.setUnlimited(false);
    broken = false;
    return value as T;
  } finally {
    client.release(broken);
  }
}
