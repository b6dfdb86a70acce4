import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { EmailAddress } from '../account.ts';
import { user, userRoles } from '../tables.server.ts';
import { recordStaffEvent } from './record-event.server.ts';

const failedSignIn = defineJobKind({
  kind: 'accounts.record-failed-sign-in',
  payload: z.object({ email: EmailAddress }),
  personal: true,
});

interface FailedSignInDeps {
  readonly database: Database;
}

/**
 * Records a failed sign-in to an account with a role. A job looks up the account later: the same work for every address,
 * so that the time of the response does not reveal which addresses belong to the newsroom. The rate limits of signing in
 * bound the number of events.
 */
export async function reportFailedSignIn({ database }: FailedSignInDeps, email: string): Promise<void> {
  await database.transaction((tx) => enqueue(tx, failedSignIn, { email }));
}

export function failedSignInJob({ database }: FailedSignInDeps): Job {
  return defineJob({
    ...failedSignIn,
    run: ({ email }) =>
      database.transaction(async (tx) => {
        const [found] = await tx
          .select({ userId: user.id })
          .from(user)
          .innerJoin(userRoles, eq(userRoles.userId, user.id))
          .where(eq(user.email, email))
          .limit(1);
        if (found) await recordStaffEvent(tx, found.userId, { action: 'sign_in_failed' });
      }),
  });
}
