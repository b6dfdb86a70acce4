import { asc, desc, eq, max, sum } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { encodePlainPath } from '#platform/plain-path.ts';
import { lockRedirects } from '../editing.server.ts';
import type { RedirectRules } from '../redirect-rules.ts';
import { ignoredAddresses, unknownAddresses } from '../tables.server.ts';
import {
  COUNTED_ADDRESSES,
  IGNORED_LIMIT,
  REPORTED_ADDRESSES,
  UNKNOWN_PATH_MAX_LENGTH,
} from './unknown-address.ts';

export interface UnknownAddress {
  readonly path: string;
  readonly requests: number;
  /** YYYY-MM-DD, in UTC. */
  readonly lastDay: string;
}

/** The addresses without a page that readers asked for most often, without those that are redirected by now. */
export async function listUnknownAddresses(
  db: Db,
  actor: Actor,
  rules: RedirectRules,
): Promise<UnknownAddress[]> {
  requirePermission(actor, 'redirect.manage');
  const { path, requests, day } = unknownAddresses;
  const rows = await db
    .select({ path, requests: sum(requests).mapWith(Number), lastDay: max(day) })
    .from(unknownAddresses)
    .groupBy(path)
    .orderBy(desc(sum(requests)), asc(path))
    .limit(COUNTED_ADDRESSES);
  return rows
    .filter((row) => rules.find(row.path) === undefined)
    .slice(0, REPORTED_ADDRESSES)
    .map((row) => ({ ...row, lastDay: row.lastDay ?? '' }));
}

/** By path. */
export async function listIgnoredAddresses(db: Db, actor: Actor): Promise<string[]> {
  requirePermission(actor, 'redirect.manage');
  const { path } = ignoredAddresses;
  const rows = await db.select({ path }).from(ignoredAddresses).orderBy(asc(path)).limit(IGNORED_LIMIT);
  return rows.map((row) => row.path);
}

interface IgnoredChange {
  readonly path: string;
  readonly isIgnored: boolean;
}

/**
 * Hides an address from the report and deletes its counts, or counts it again. Throws `unprocessable` for what cannot be an
 * address of the report, and `conflict` for too many ignored ones.
 */
export async function ignoreAddress(
  database: Database,
  actor: Actor,
  { path: given, isIgnored }: IgnoredChange,
): Promise<void> {
  requirePermission(actor, 'redirect.manage');
  const path = encodePlainPath(given);
  if (path === null || path.length > UNKNOWN_PATH_MAX_LENGTH)
    throw new DomainError('unprocessable', '', { fields: { path: 'Please enter a path of this site' } });
  await database.transaction(async (tx) => {
    await lockRedirects(tx);
    if (!isIgnored) {
      await tx.delete(ignoredAddresses).where(eq(ignoredAddresses.path, path));
      return;
    }
    await tx.insert(ignoredAddresses).values({ path }).onConflictDoNothing();
    if ((await tx.$count(ignoredAddresses)) > IGNORED_LIMIT)
      throw new DomainError('conflict', `At most ${IGNORED_LIMIT.toLocaleString('en-US')} can be ignored.`);
    await tx.delete(unknownAddresses).where(eq(unknownAddresses.path, path));
  });
}
