import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Log } from '#platform/log.server.ts';
import { PreparedStatementClient } from './prepared-statement-client.server.ts';

const transactions = new AsyncLocalStorage<{ open: boolean; readonly pool: Pool }>();

type ConnectCallback = Parameters<Pool['connect']>[0];

/**
 * A pool that rejects `connect` inside a transaction of the same pool: with the single connection of the embedded
 * database that would be a deadlock, and on a server the query would not see the writes of the transaction.
 */
export class GuardedPool extends Pool {
  constructor(config: PoolConfig, log: Log) {
    super({ Client: PreparedStatementClient, ...config });
    // Without these listeners a restart of the server would end this process: node-postgres emits `error` for a lost
    // connection, and Node throws an `error` event without a listener.
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
  // Marked as closed afterwards: a timer started inside keeps this async context.
  const state = { open: true, pool };
  try {
    return await transactions.run(state, work);
  } finally {
    state.open = false;
  }
}
