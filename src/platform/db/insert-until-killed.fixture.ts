import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '#platform/package-root.server.ts';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.server.ts';

/** Counts that many numbers without storing them, which would take disk space. */
export const countTo = (last: number) =>
  `select count(*) from (select generate_series(1, ${last})) as numbers`;
/** Takes many times as long as any limit of the tests. */
export const ENDLESS = countTo(10_000_000_000);
/** Milliseconds that a query may take; long enough for short ones while the machine is busy. */
export const QUERY_TIMEOUT_MS = 5_000;

export async function withDatabase<T>(
  dataDir: string,
  work: (database: Database) => Promise<T>,
  queryTimeoutMs = 30_000,
): Promise<T> {
  const database = await openDatabase({ dataDir, queryTimeoutMs });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** How many rows there are, and the last one. */
export const numbers = async ({ db }: Database) => {
  const { rows } = await db.execute<{ count: number; last: number }>(
    sql`select count(*)::int as count, coalesce(max(number), 0) as last from numbers`,
  );
  return rows[0] ?? { count: 0, last: 0 };
};

/**
 * Runs the fixture, kills it `afterMs` after its start or after the database is open, and returns the last printed
 * number.
 */
export async function insertUntilKilled(
  afterMs: number,
  from: 'open' | 'start',
  dataDir: string,
): Promise<number> {
  const script = join(packageRoot, 'src/platform/db/embedded-crash.fixture.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let last = 0;
  const kill = () => setTimeout(() => child.kill('SIGKILL'), afterMs);
  if (from === 'start') kill();
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'open' && from === 'open') kill();
    else last = Number(line) || last;
  }
  await ended;
  return last;
}
