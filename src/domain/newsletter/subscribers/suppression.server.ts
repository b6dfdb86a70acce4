import { createHmac } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { SubscriberState } from '../subscriber.ts';
import { newsletterSuppressions as suppressions } from '../tables.server.ts';

/** A row that is about to be deleted. */
export interface Leaving {
  readonly email: string;
  readonly status: SubscriberState;
}

/** Tells of an address that is here whether it is meant, and of the others nothing. */
const hashOf = (key: string, email: string): string =>
  createHmac('sha256', key).update(`newsletter suppression\n${email}`).digest('base64url');

/** Remembers that these addresses were deleted. One that was blocked stays so. */
export async function suppress(
  tx: Transaction,
  key: string,
  leaving: readonly Leaving[],
  now: Date,
): Promise<void> {
  if (leaving.length === 0) return;
  await tx
    .insert(suppressions)
    .values(
      leaving.map(({ email, status }) => ({
        hash: hashOf(key, email),
        blocked: status === 'blocked',
        createdAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: suppressions.hash,
      set: { blocked: sql`${suppressions.blocked} or excluded.blocked` },
    });
}

/** Without those that were deleted once: a list that is brought in is older than their wish. */
export async function withoutSuppressed<Row extends { readonly email: string }>(
  tx: Transaction,
  key: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const hashed = rows.map((row) => ({ row, hash: hashOf(key, row.email) }));
  const found = await tx
    .select({ hash: suppressions.hash })
    .from(suppressions)
    .where(
      inArray(
        suppressions.hash,
        hashed.map(({ hash }) => hash),
      ),
    );
  const suppressed = new Set(found.map(({ hash }) => hash));
  return hashed.flatMap(({ row, hash }) => (suppressed.has(hash) ? [] : [row]));
}

/** Whether an address that is asked to confirm had been blocked before it was deleted. */
export async function wasBlocked(tx: Transaction, key: string, email: string): Promise<boolean> {
  const isBlocked = and(eq(suppressions.hash, hashOf(key, email)), eq(suppressions.blocked, true));
  return (await tx.$count(suppressions, isBlocked)) > 0;
}
