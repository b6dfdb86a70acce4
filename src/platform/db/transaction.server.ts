import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { dropped } from './changes.server.ts';
import type { Transaction } from './database.ts';
import { type GuardedPool, insideTransaction } from './guarded-pool.server.ts';

export interface TransactionSettings {
  readonly pool: GuardedPool;
  /** Turns the touched tags into messages to other processes; they leave with the commit or not at all. */
  readonly notify?: { readonly channel: string; encode: (tags: readonly string[]) => string[] } | undefined;
  /** Runs after the commit. */
  readonly tell: (tags: readonly string[]) => void;
}

export async function runTransaction<T>(
  { pool, notify, tell }: TransactionSettings,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const touched = new Set<string>();
  const touch = (...tags: string[]) => tags.forEach((tag) => touched.add(tag));
  const drop = (...tags: string[]) => touch(...tags.map(dropped));
  let finished = false;
  let failure: { error: unknown } | undefined;
  const whole = async (handle: Omit<Transaction, 'touch' | 'drop'>) => {
    const tx = Object.assign(handle, { touch, drop }) as Transaction;
    try {
      const value = await work(tx);
      for (const payload of notify?.encode([...touched]) ?? [])
        await tx.execute(sql`select pg_notify(${notify?.channel}, ${payload})`);
      finished = true;
      return value;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  let broken = false;
  try {
    return await insideTransaction(pool, () => drizzle(client).transaction(whole));
  } catch (error) {
    // Anything but the error of the work itself comes from COMMIT or ROLLBACK: the connection is not worth keeping.
    broken = error !== failure?.error;
    throw failure ? failure.error : error;
  } finally {
    client.release(broken);
    // Also when COMMIT failed: a lost connection leaves open whether it happened, and telling too often is harmless.
    if (finished) tell([...touched]);
  }
}
