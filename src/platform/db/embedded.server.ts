import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#platform/log.server.ts';
import { copyCluster } from './cluster-copy.server.ts';
import { EmbeddedHost } from './embedded-host.server.ts';
import { explainStart, prepareFolder, watchFolder } from './embedded-folder.server.ts';
import { EmbeddedStream } from './embedded-stream.server.ts';
import { lockFolder } from './folder-lock.server.ts';
import { GuardedPool } from './guarded-pool.server.ts';
import { maintainCluster } from './maintenance.server.ts';

/** The folder of the cluster in a data folder. */
const CLUSTER = 'database';

export interface EmbeddedOptions {
  /** The data folder; without it the database lives in memory. */
  readonly dataDir?: string | undefined;
  /** Whether a database is created in a data folder without one. Default false: the folder is then refused. */
  readonly create?: boolean | undefined;
  readonly template?: string | undefined;
  readonly queryTimeoutMs?: number | undefined;
  readonly maintenanceMs?: number | undefined;
  readonly log: Log;
}

export interface Embedded {
  readonly pool: GuardedPool;
  readonly host: EmbeddedHost;
  /** Rejects when the folder on disk is not the one that was opened, or its disk is full. */
  checkFolder(): Promise<void>;
  /** Makes a data folder whose database is a copy of this one as of now. In memory there is nothing to copy. */
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
    throw dataDir === undefined ? error : await explainStart(error, dataDir);
  }
  const pool = embeddedPool(host, log);
  let copies = 0;
  const maintain = async () => {
    // A checkpoint would make the copy useless.
    if (copies > 0) return;
    await host.withoutLimit(() => maintainCluster(pool)).catch((err: unknown) => log.error({ err }));
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

/** The connection to a database that is running. Ending it leaves the database running. */
export function embeddedPool(host: EmbeddedHost, log: Log): GuardedPool {
  // A new connection finds a fresh session, so an idle one need not be closed to keep it tidy.
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
