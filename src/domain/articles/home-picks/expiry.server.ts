import { eq, lte, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { pageTags } from '../cache-tags.ts';
import { homePicks } from './tables.server.ts';

/** Ends a pick. More attempts than usual, because the moment may have been promised. */
export const pickExpiry = defineJobKind({
  kind: 'articles.expire-home-pick',
  payload: z.object({ articleId: z.uuid() }),
  attempts: 20,
  isTimed: true,
});

/** By the id of the job and not by the clock, which may have gone back since the job was claimed. */
export function pickExpiryJob({ database }: Pick<CommandDeps, 'database'>): Job {
  return defineJob({
    ...pickExpiry,
    run: (_, { id }) => database.transaction((tx) => removePicks(tx, eq(homePicks.expiryJob, id))),
  });
}

/** Ends the picks that have expired while no process ran. Call it before the first request is answered. */
export async function removeExpiredPicks({ database, clock }: CommandDeps): Promise<void> {
  const isExpired = lte(homePicks.expiresAt, clock());
  if ((await database.db.$count(homePicks, isExpired)) === 0) return;
  await database.transaction((tx) => removePicks(tx, isExpired));
}

async function removePicks(tx: Transaction, where: SQL): Promise<void> {
  const removed = await tx.delete(homePicks).where(where).returning({ id: homePicks.articleId });
  if (removed.length > 0) tx.purge(pageTags.homePicks);
}
