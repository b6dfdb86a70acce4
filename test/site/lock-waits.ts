import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#platform/db/database.ts';

/** Waits until this number of connections to the database wait for a lock. */
export async function waitForLocks({ db }: Pick<Database, 'db'>, count = 1): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(waiting)).rows, { timeout: 20_000 }).toHaveLength(count);
}
