import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AccountParts } from './account-parts.server.ts';
import { EmailAddress, type NewPassword } from './account.ts';
import { count } from './attempts.server.ts';
import { linkOf, passwordResetMail } from './mails.ts';
import { findTokenOwner, issueToken, useToken } from './one-time-token.server.ts';
import { weaknessOf } from './password-rule.server.ts';
import { account, session, user } from './tables.server.ts';

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

/** The same link, to be handed over by somebody who runs the site. */
export async function resetLink(
  tx: Transaction,
  userId: string,
  publicUrl: string,
  now: Date,
): Promise<string> {
  return linkOf(publicUrl, '/login', 'reset', await issueToken(tx, 'reset-password', userId, now));
}

/** Sets the password the link was mailed for, and ends every session of the account: a thief's among them. */
export async function completePasswordReset(
  parts: AccountParts,
  { token, password }: NewPassword,
  network: string,
): Promise<void> {
  const { database, clock, rateLimit, hashing, familiar } = parts;
  await count(rateLimit, 'linkNetwork', network);
  const owner = await findOwner(parts, token);
  // Before the link is used up: it stays good for a better password.
  const weakness = weaknessOf(password, owner);
  if (weakness !== null) throw new Refusal('unprocessable', weakness, { fields: { password: weakness } });
  const hash = await hashing.hash(password);
  await database.transaction(async (tx) => {
    if ((await useToken(tx, 'reset-password', token, clock())) === null) throw linkGone();
    await tx
      .update(account)
      .set({ password: hash, updatedAt: clock() })
      .where(and(eq(account.userId, owner.id), eq(account.providerId, 'credential')));
    await tx.delete(session).where(eq(session.userId, owner.id));
  });
  await familiar.add(owner.email, network, clock());
}

async function findOwner({ database: { db }, clock }: AccountParts, token: string) {
  const userId = await findTokenOwner(db, 'reset-password', token, clock());
  const [owner] = userId === null ? [] : await db.select().from(user).where(eq(user.id, userId)).limit(1);
  if (!owner) throw linkGone();
  return owner;
}

function linkGone(): Refusal {
  return new Refusal('gone', 'This link was used already or is too old. Please ask for a new one.');
}
