import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { jobs } from './tables.server.ts';

/** A job that holds somebody's address. */
export interface NamingJob {
  readonly kind: string;
  readonly createdAt: Date;
}

/** More jobs for one address would be a fault of ours. */
const MOST_LISTED = 1_000;

/** Wherever in the payload it stands, alone in a value, without regard to case. */
const names = (address: string): SQL =>
  sql`jsonb_path_exists(lower(${jobs.payload}::text)::jsonb, '$.** ? (@ == $address)', jsonb_build_object('address', ${address}::text))`;

/** Jobs whose payload names this address, lower-cased; waiting, given up, or done and not yet taken out. */
export async function listJobsNaming(db: Db | Transaction, address: string): Promise<NamingJob[]> {
  return db
    .select({ kind: jobs.kind, createdAt: jobs.createdAt })
    .from(jobs)
    .where(names(address))
    .orderBy(jobs.id)
    .limit(MOST_LISTED);
}

/** Takes them out, also one that runs at this moment. Returns how many it were. */
export async function deleteJobsNaming(tx: Transaction, address: string): Promise<number> {
  return (await tx.delete(jobs).where(names(address)).returning({ id: jobs.id })).length;
}
