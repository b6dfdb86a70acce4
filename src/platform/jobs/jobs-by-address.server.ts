import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { jobs } from './tables.server.ts';

/** A job whose payload contains an email address. */
export interface JobWithAddress {
  readonly kind: string;
  readonly createdAt: Date;
}

/** More jobs for one address would be a bug. */
const MAX_LISTED = 1_000;

/** Matches a string value equal to the address anywhere in the payload, ignoring case. */
const containsAddress = (address: string): SQL =>
  sql`jsonb_path_exists(lower(${jobs.payload}::text)::jsonb, '$.** ? (@ == $address)', jsonb_build_object('address', ${address}::text))`;

/** Jobs whose payload contains this lower-cased address: pending, failed, or done and not yet pruned. */
export async function listJobsWithAddress(db: Db | Transaction, address: string): Promise<JobWithAddress[]> {
  return db
    .select({ kind: jobs.kind, createdAt: jobs.createdAt })
    .from(jobs)
    .where(containsAddress(address))
    .orderBy(jobs.id)
    .limit(MAX_LISTED);
}

/** Deletes them, including running ones. Returns the number of deleted jobs. */
export async function deleteJobsWithAddress(tx: Transaction, address: string): Promise<number> {
  return (await tx.delete(jobs).where(containsAddress(address)).returning({ id: jobs.id })).length;
}
