import { and, asc, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { CommandDeps } from '#platform/command-deps.ts';
import { type CountsWriter, startCountsWriter } from '#platform/counts-writer.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import { utcDay } from '#platform/utc-day.ts';
import { ignoredAddresses, unknownAddresses } from '../tables.server.ts';
import { FrequentKeys } from './frequent-keys.ts';
import { COUNTED_ADDRESSES, IGNORED_LIMIT, UNKNOWN_PATH_MAX_LENGTH } from './unknown-address.ts';

/** Milliseconds between two writes. */
const FLUSH_INTERVAL_MS = 60_000;

export interface UnknownAddressCounter extends CountsWriter {
  /**
   * Counts a request for an address without a page, in memory.
   *
   * @param path in its shortest encoding, which is storable text
   */
  count(path: string): void;
}

interface CounterDeps extends CommandDeps {
  readonly log: Log;
}

/** Counts requests for unknown addresses: the path and the day, and nothing about who asked. */
export function createUnknownAddressCounter({ database, clock, log }: CounterDeps): UnknownAddressCounter {
  const counts = new FrequentKeys(COUNTED_ADDRESSES);

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const drained = counts.drain();
    try {
      await database.transaction((tx) => storeCounts(tx, utcDay(clock()), drained));
    } catch (error) {
      for (const [path, requests] of drained) counts.add(path, requests);
      throw error;
    }
  }

  const { flush, close } = startCountsWriter({
    write,
    intervalMs: FLUSH_INTERVAL_MS,
    report: (err) => log.warn({ err }, 'counts of unknown addresses could not be written'),
  });

  return {
    count(path) {
      if (path.length <= UNKNOWN_PATH_MAX_LENGTH) counts.add(path);
    },
    flush,
    close,
  };
}

/** Adds the counts to those of the day, except those of ignored addresses, and limits the addresses of the day. */
async function storeCounts(tx: Transaction, day: string, counts: ReadonlyMap<string, number>): Promise<void> {
  const ignored = await tx
    .select({ path: ignoredAddresses.path })
    .from(ignoredAddresses)
    .limit(IGNORED_LIMIT);
  const hidden = new Set(ignored.map(({ path }) => path));
  // In the same order in every process, so that two of them cannot wait for each other.
  const rows = [...counts]
    .filter(([path]) => !hidden.has(path))
    .map(([path, requests]) => ({ day, path, requests }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  if (rows.length === 0) return;
  const { requests } = unknownAddresses;
  await tx
    .insert(unknownAddresses)
    .values(rows)
    .onConflictDoUpdate({
      target: [unknownAddresses.day, unknownAddresses.path],
      set: { requests: sql`least(${requests}::bigint + excluded.requests, 2147483647)::integer` },
    });
  const ofDay = eq(unknownAddresses.day, day);
  if ((await tx.$count(unknownAddresses, ofDay)) <= COUNTED_ADDRESSES) return;
  const kept = tx
    .select({ path: unknownAddresses.path })
    .from(unknownAddresses)
    .where(ofDay)
    .orderBy(desc(requests), asc(unknownAddresses.path))
    .limit(COUNTED_ADDRESSES);
  await tx.delete(unknownAddresses).where(and(ofDay, notInArray(unknownAddresses.path, kept)));
}
