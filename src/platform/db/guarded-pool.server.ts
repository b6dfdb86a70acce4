import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Log } from '#platform/log.server.ts';
import { PreparingClient } from './preparing-client.server.ts';

const transactions = new AsyncLocalStorage<{ open: boolean; readonly pool: Pool }>();

type ConnectCallback = Parameters<Pool['connect']>[0];

/**
 * A pool that refuses to lend a connection to code which already holds a transaction: with the single connection of
 * the embedded database that code would wait for itself, and on a server it would read past its own writes.
 */
export class GuardedPool extends Pool {
  constructor(config: PoolConfig, log: Log) {
    super({ Client: PreparingClient, ...config });
    // Without these two, before the first connection, a restart of the server ends this process: node-postgres
    // reports the loss of a connection to its listeners, and Node takes an error that nobody listens to for fatal.
    const report = (err: Error) => log.warn({ err }, 'a connection to the database was lost');
    this.on('error', report);
    this.on('connect', (client) => client.on('error', report));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const holding = transactions.getStore();
    if (!holding?.open || holding.pool !== this) return callback ? super.connect(callback) : super.connect();
    const error = new Error(
      'A query inside a transaction must use the handle of the transaction, not database.db.',
    );
    if (!callback) return Promise.reject(error);
    return callback(error, undefined, () => {});
  }
}

export async function insideTransaction<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  // Marked as over afterwards: a timer started inside keeps the store for as long as it runs.
  const state = { open: true, pool };
  try {
    return await transactions.run(state, work);
  } finally {
    state.open = false;
  }
}
