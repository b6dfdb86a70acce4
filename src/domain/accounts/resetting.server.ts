import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import type { AccountParts } from './account-parts.server.ts';
import { EmailAddress, type NewPassword } from './account.ts';
import { count } from './attempts.server.ts';
import { setPasswordByLink } from './link.server.ts';
import { passwordResetMail } from './mails.tsx';
import { issueToken } from './one-time-token.server.ts';
import { user } from './tables.server.ts';

const mailReset = defineJobKind({
  kind: 'accounts.mail-reset',
  payload: z.object({ email: EmailAddress }),
  personal: true,
});

/** Asks for a link by mail. Who has the address is looked up later, in a job: the answer cannot depend on it, nor can its time. */
export async function requestPasswordReset(
  parts: AccountParts,
  email: string,
  network: string,
): Promise<void> {
  await count(parts.rateLimit, 'resetNetwork', network);
  await count(parts.rateLimit, 'resetAddress', email);
  await parts.database.transaction((tx) => enqueue(tx, mailReset, { email }));
}

/** Mails the link, if there is an account. */
export function mailResetJob({ database, clock, siteName, publicUrl }: AccountParts): Job {
  return defineJob({
    ...mailReset,
    run: ({ email }) =>
      database.transaction(async (tx) => {
        const [found] = await tx.select().from(user).where(eq(user.email, email)).limit(1);
        if (!found) return;
        const token = await issueToken(tx, 'reset-password', found.id, clock());
        const name = found.emailVerified ? found.name : null;
        await postMail(tx, passwordResetMail({ name, email, siteName, publicUrl }, token));
      }),
  });
}

/** Sets the password the link was issued for, and ends every session of the account: a thief's among them. */
export function completePasswordReset(
  parts: AccountParts,
  given: NewPassword,
  network: string,
): Promise<void> {
  return setPasswordByLink(parts, ['reset-password'], given, network);
}
