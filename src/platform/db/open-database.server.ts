import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import type { Config } from '#platform/config.server.ts';
import { type Log, silentLog } from '#platform/log.server.ts';
import { ChangeFeed } from './change-feed.server.ts';
import { CHANNEL, encodeChanges, ChangeListeners } from './changes.server.ts';
import type { Database } from './database.ts';
import { type Embedded, openEmbedded } from './embedded.server.ts';
import type { GuardedPool } from './guarded-pool.server.ts';
import { PostgresClient } from './postgres-client.server.ts';
import { openPostgres } from './postgres.server.ts';
import { runTransaction } from './transaction.server.ts';

export interface CommonOptions {
  readonly log?: Log | undefined;
  /** A query that takes longer is cancelled with SQLSTATE 57014. Default 30 s. */
  readonly queryTimeoutMs?: number | undefined;
}

export type OpenOptions = CommonOptions &
  (
    | { readonly url: string }
    /**
     * The data folder; the database is in its subfolder `database`. `create`: whether the database is created when that
     * folder is absent or empty, default false. `maintenanceMs`: default once a minute.
     */
    | {
        readonly dataDir: string;
        readonly create?: boolean | undefined;
        readonly maintenanceMs?: number | undefined;
      }
    /**
     * For tests. `template` is a file made by the operation `dump` of the embedded host; it reduces the start from 3 s
     * to 0.3 s.
     */
    | { readonly memory: true; readonly template?: string | undefined }
  );

/** The database location that the configuration selects: a server or the data folder. */
export function databaseLocation({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
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
  const listeners = new ChangeListeners(log);
  const maintain: Database['maintain'] = (work) =>
    withClient(pool.connect(), '', (client) => host.withoutLimit(() => work(client)));
  return {
    ...commonMethods(pool, listeners),
    embedded: true,
    // No NOTIFY: the lock of the folder ensures that no other process uses the database.
    transaction: (work) => runTransaction({ pool, notifyListeners: (tags) => listeners.notify(tags) }, work),
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

/**
 * The single session of the embedded database cannot hold a snapshot during other writes, so a second instance reads a
 * copy.
 */
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
  const pool = await openPostgres({ ...options, log });
  const listeners = new ChangeListeners(log);
  const self = randomUUID();
  const notifyListeners = (tags: readonly string[]) => listeners.notify(tags);
  const notify = { channel: CHANNEL, encode: (tags: readonly string[]) => encodeChanges(self, tags) };
  const onLost = () => pool.handleLostConnection();
  const feed = new ChangeFeed({ url: options.url, self, log, onChanges: notifyListeners, onLost });
  const common = commonMethods(pool, listeners);
  await feed.open().catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  const maintain: Database['maintain'] = (work) => withClient(pool.connectUnlimited(), WITHOUT_LIMITS, work);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([feed.close(), pool.close()]);
  };
  return {
    ...common,
    embedded: false,
    transaction: (work) => runTransaction({ pool, notify, notifyListeners }, work),
    maintain,
    // On a server, the caller gets a consistent snapshot from its own transaction.
    snapshot: (_folder, work) => maintain(work),
    close: () => (closing ??= close()),
  };
}

function commonMethods(
  pool: GuardedPool,
  listeners: ChangeListeners,
): Pick<Database, 'db' | 'onChange' | 'checkWritable'> {
  return {
    db: drizzle(pool),
    onChange: (listener) => listeners.add(listener),
    checkWritable: () => writeDurably(pool),
  };
}

/** A logical message in the WAL is the smallest durable write: its commit is flushed, and no table grows. */
async function writeDurably(pool: GuardedPool): Promise<void> {
  const { rows } = await pool.query<{ read_only: string }>(
    `select pg_logical_emit_message(true, 'meridian', 'readiness'), current_setting('transaction_read_only') as read_only`,
  );
  if (rows[0]?.read_only !== 'off') throw new Error('The database is read-only.');
}

const WITHOUT_LIMITS = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';

async function withClient<T>(
  connected: Promise<PoolClient>,
  setup: string,
  work: Parameters<Database['maintain']>[0],
): Promise<T> {
  const client = await connected;
  let isBroken = true;
  try {
    if (setup) await client.query(setup);
    const value = await work(client);
    if (setup) await client.query('reset all');
    if (client instanceof PostgresClient) client.setUnlimited(false);
    isBroken = false;
    return value as T;
  } finally {
    client.release(isBroken);
  }
}
