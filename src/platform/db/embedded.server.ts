import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#platform/log.server.ts';
import { copyCluster } from './cluster-copy.server.ts';
import { EmbeddedHost } from './embedded-host.server.ts';
import { describeStartError, prepareFolder, watchFolder } from './embedded-folder.server.ts';
import { EmbeddedStream } from './embedded-stream.server.ts';
import { lockFolder } from './folder-lock.server.ts';
import { GuardedPool } from './guarded-pool.server.ts';
import { maintainCluster, type Query } from './maintenance.server.ts';

/** Name of the cluster folder in a data folder. */
const CLUSTER = 'database';

export interface EmbeddedOptions {
  /** The data folder; when undefined, the database is in memory. */
  readonly dataDir?: string | undefined;
  /** Whether a database is created in a data folder without one. Default false: such a folder is an error. */
  readonly create?: boolean | undefined;
  readonly template?: string | undefined;
  readonly queryTimeoutMs?: number | undefined;
  readonly maintenanceMs?: number | undefined;
  readonly log: Log;
}

export interface Embedded {
  readonly pool: GuardedPool;
  readonly host: EmbeddedHost;
  /** Rejects when the cluster folder was replaced since it was opened, or its disk is full. */
  checkFolder(): Promise<void>;
  /** Creates a data folder with a copy of this database. Undefined for an in-memory database. */
  readonly copyTo: ((dataDir: string) => Promise<void>) | undefined;
  close(): Promise<void>;
}

export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, create = false, template, log, queryTimeoutMs = 30_000, maintenanceMs = 60_000 } = options;
  const cluster = dataDir === undefined ? undefined : join(dataDir, CLUSTER);
  if (dataDir !== undefined) await prepareFolder(dataDir, create);
  const release = cluster === undefined ? () => {} : lockFolder(cluster);
  const host = new EmbeddedHost({ cluster, create, template, queryTimeoutMs, log });
  try {
    await host.ready();
  } catch (error) {
    release();
    throw dataDir === undefined ? error : await describeStartError(error, dataDir);
  }
  const pool = embeddedPool(host, log);
  const queryWithoutLimit: Query = async (text, values) => {
    const client = await pool.connect();
    try {
      return await host.withoutLimit(() => client.query(text, values));
    } finally {
      client.release();
    }
  };
  let copies = 0;
  const maintain = async () => {
    // A checkpoint would invalidate the copy.
    if (copies > 0) return;
    await maintainCluster(queryWithoutLimit).catch((err: unknown) => log.error({ err }));
  };
  const timer = cluster === undefined ? undefined : setInterval(() => void maintain(), maintenanceMs).unref();
  const copy = async (from: string, to: string) => {
    copies += 1;
    try {
      await mkdir(to, { mode: 0o700 });
      await copyCluster(from, join(to, CLUSTER));
    } finally {
      copies -= 1;
    }
  };
  const shutDown = async () => {
    clearInterval(timer);
    await pool.end();
    await host.close();
    release();
  };
  let closing: Promise<void> | undefined;
  const checkFolder = cluster === undefined ? () => Promise.resolve() : await watchFolder(cluster);
  return {
    pool,
    host,
    checkFolder,
    copyTo: cluster === undefined ? undefined : (to) => copy(cluster, to),
    close: () => (closing ??= shutDown()),
  };
}

/** A pool with one connection to a running database. Ending the pool does not stop the database. */
export function embeddedPool(host: EmbeddedHost, log: Log): GuardedPool {
  // A new connection resets the session, so idle connections need no timeout.
  return new GuardedPool(
    {
      stream: () => new EmbeddedStream(host),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 15_000,
      user: 'postgres',
      database: 'postgres',
    },
    log,
  );
}
