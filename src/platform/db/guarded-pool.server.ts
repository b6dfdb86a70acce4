import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient } from 'pg';

const transactions = new AsyncLocalStorage<{ open: boolean }>();

type ConnectCallback = Parameters<Pool['connect']>[0];

/**
 * A pool that refuses to lend a connection to code which already holds a transaction: with the single connection of
 * the embedded database that code would wait for itself, and on a server it would read past its own writes.
 */
export class GuardedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (!transactions.getStore()?.open) return callback ? super.connect(callback) : super.connect();
    const error = new Error(
      'A query inside a transaction must use the handle of the transaction, not database.db.',
    );
    if (!callback) return Promise.reject(error);
    return callback(error, undefined, () => {});
  }
}

export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  // Marked as over afterwards: a timer started inside keeps the store for as long as it runs.
  const state = { open: true };
  try {
    return await transactions.run(state, work);
  } finally {
    state.open = false;
  }
}
