import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '#platform/package-root.server.ts';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { Database } from './database.ts';

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
