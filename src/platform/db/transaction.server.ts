import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { purgeChange } from './changes.server.ts';
import type { Transaction } from './database.ts';
import { type GuardedPool, insideTransaction } from './guarded-pool.server.ts';

export interface TransactionSettings {
  readonly pool: GuardedPool;
  /** Encodes the changed tags into messages to other processes; they are sent only if the transaction is committed. */
  readonly notify?: { readonly channel: string; encode: (tags: readonly string[]) => string[] } | undefined;
  /** Runs after the commit. */
  readonly notifyListeners: (tags: readonly string[]) => void;
}

export async function runTransaction<T>(
  { pool, notify, notifyListeners }: TransactionSettings,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const changes = new Set<string>();
  const invalidate = (...tags: string[]) => tags.forEach((tag) => changes.add(tag));
  const purge = (...tags: string[]) => invalidate(...tags.map(purgeChange));
  let isDone = false;
  let failure: { error: unknown } | undefined;
  const runWork = async (handle: Omit<Transaction, 'invalidate' | 'purge'>) => {
    const tx = Object.assign(handle, { invalidate, purge }) as Transaction;
    try {
      const value = await work(tx);
      for (const payload of notify?.encode([...changes]) ?? [])
        await tx.execute(sql`select pg_notify(${notify?.channel}, ${payload})`);
      isDone = true;
      return value;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  let isBroken = false;
  try {
    return await insideTransaction(pool, () => drizzle(client).transaction(runWork));
  } catch (error) {
    // An error that is not from `work` comes from COMMIT or ROLLBACK: the connection is discarded.
    isBroken = error !== failure?.error;
    throw failure ? failure.error : error;
  } finally {
    client.release(isBroken);
    // Also when COMMIT failed: after a lost connection its result is unknown, and an unnecessary notification is
    // harmless.
    if (isDone) notifyListeners([...changes]);
  }
}
