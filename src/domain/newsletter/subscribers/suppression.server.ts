import { createHmac } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { SubscriberState } from '../subscriber.ts';
import { newsletterSuppressions as suppressions } from '../tables.server.ts';

/** A subscriber whose row is being deleted. */
export interface RemovedSubscriber {
  readonly email: string;
  readonly status: SubscriberState;
}

/** A keyed hash can be compared with a given address, but does not reveal the address. */
const hashOf = (key: string, email: string): string =>
  createHmac('sha256', key).update(`newsletter suppression\n${email}`).digest('base64url');

/** Records that these addresses were deleted. A blocked address stays blocked. */
export async function suppress(
  tx: Transaction,
  key: string,
  removed: readonly RemovedSubscriber[],
  now: Date,
): Promise<void> {
  if (removed.length === 0) return;
  await tx
    .insert(suppressions)
    .values(
      removed.map(({ email, status }) => ({
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

/** Removes suppressed addresses from an import: their owners ended the subscription after the list was made. */
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

/** Whether an address was blocked when its row was deleted. Such an address gets no confirmation email. */
export async function isBlocked(tx: Transaction, key: string, email: string): Promise<boolean> {
  const condition = and(eq(suppressions.hash, hashOf(key, email)), eq(suppressions.blocked, true));
  return (await tx.$count(suppressions, condition)) > 0;
}
