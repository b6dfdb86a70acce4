import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import type { AccountDeps } from './account-deps.server.ts';
import { EmailAddress, type PasswordResetInput } from './account.ts';
import { countAttempt } from './rate-limits.server.ts';
import { setPasswordByLink } from './email-link.server.ts';
import { passwordResetMail } from './account-mail.ts';
import { issueToken } from './one-time-token.server.ts';
import { user } from './tables.server.ts';

const mailReset = defineJobKind({
  kind: 'accounts.mail-reset',
  payload: z.object({ email: EmailAddress }),
  personal: true,
});

/**
 * Requests a reset link by email. A job looks up the account later, so that neither the response nor its timing reveals
 * whether the address has one.
 */
export async function requestPasswordReset(deps: AccountDeps, email: string, network: string): Promise<void> {
  await countAttempt(deps.rateLimit, 'resetNetwork', network);
  await countAttempt(deps.rateLimit, 'resetAddress', email);
  await deps.database.transaction((tx) => enqueue(tx, mailReset, { email }));
}

/** Sends the link if the address has an account. */
export function sendResetLinkJob({ database, clock, sender }: AccountDeps): Job {
  return defineJob({
    ...mailReset,
    run: ({ email }) =>
      database.transaction(async (tx) => {
        // Locked: a change of the address or the password at the same time ends all links that were sent before.
        const [found] = await tx.select().from(user).where(eq(user.email, email)).for('update');
        if (!found) return;
        const token = await issueToken(tx, 'reset-password', found.id, { now: clock() });
        const name = found.emailVerified ? found.name : null;
        await enqueueMail(tx, passwordResetMail({ name, email, sender: sender() }, token));
      }),
  });
}

/** Sets the password with the token of a reset link and ends every session of the account. */
export function completePasswordReset(
  deps: AccountDeps,
  input: PasswordResetInput,
  network: string,
): Promise<void> {
  return setPasswordByLink(deps, ['reset-password'], input, network);
}
