import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, vi } from 'vitest';
import type { Database } from '#platform/db/database.ts';

interface DelayedInserts {
  /** Resolves when this many transactions wait, for this or for each other, or when `isOver`. */
  waitFor(count: number, isOver?: () => boolean): Promise<void>;
  /** Lets the inserts continue, and resolves when none waits any more. */
  release(): Promise<void>;
}

/** Makes every insert into a table wait, so that what happens between it and the statements before it is not left to chance. */
export async function delayInserts(database: Database, table: PgTable): Promise<DelayedInserts> {
  const { db } = database;
  const run = (statement: SQL) => db.execute(statement);
  await run(sql`create function wait_for_test() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(1); return new; end'`);
  await run(sql`create trigger wait_for_test before insert on ${table}
    for each row execute function wait_for_test()`);
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1)`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return {
    async waitFor(count, isOver = () => false) {
      await vi.waitFor(async () => {
        const { rows } = await run(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(isOver() || rows.length >= count).toBe(true);
      }, 20_000);
    },
    async release() {
      released.resolve();
      await locking;
      await run(sql`drop function wait_for_test cascade`);
    },
  };
}
