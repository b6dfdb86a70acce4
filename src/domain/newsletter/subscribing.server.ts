import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { emailAddress } from '#platform/mail/email-address-schema.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import { DomainError } from '#platform/domain-error.ts';
import { confirmationJobKind } from './confirmation-job.server.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { consentSentence } from './subscriber.ts';
import { newsletterSubscribers } from './tables.server.ts';

/** Subscriptions from one network, which may be an office or a school. */
const RATE_LIMIT = { limit: 20, windowSeconds: 3600 };
/** Repeated submissions of an address within this time enqueue one job. */
const SLOT_MS = 10 * 60_000;

export const SubscribeInput = z.object({
  email: emailAddress({ invalid: 'is not an email address' }),
});
export type SubscribeInput = Readonly<z.infer<typeof SubscribeInput>>;

/** Keeps the column of a confirmed or blocked subscriber, because anyone can submit the form with another's address. */
const keepIfSettled = (column: string) =>
  sql`case when ${newsletterSubscribers.status} in ('confirmed', 'blocked')
    then ${newsletterSubscribers}.${sql.identifier(column)} else excluded.${sql.identifier(column)} end`;

/**
 * Requests a subscription. Response and work are the same for a new, known, unsubscribed or blocked address; a job decides
 * later whether to send a confirmation email. Throws `too_many` above the rate limit of a network, and `unprocessable` for an address
 * that the mail server cannot deliver to.
 */
export async function subscribe(
  { database, clock, rateLimit, site, addresses }: NewsletterDeps,
  { email }: SubscribeInput,
  network: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await consumeForNetwork(
    rateLimit,
    (name) => `newsletter:network:${name}`,
    network,
    RATE_LIMIT,
  );
  if (!allowed) throw new DomainError('too_many', '', { retryAfterSeconds });
  addresses.require(email);
  const now = clock();
  await database.transaction(async (tx) => {
    const [row] = await tx
      .insert(newsletterSubscribers)
      .values({ email, consent: consentSentence(site().name), createdAt: now, askedAt: now })
      .onConflictDoUpdate({
        target: newsletterSubscribers.email,
        set: {
          askedAt: keepIfSettled('asked_at'),
          consent: keepIfSettled('consent'),
          source: keepIfSettled('source'),
        },
      })
      .returning({ id: newsletterSubscribers.id });
    const slot = Math.floor(now.getTime() / SLOT_MS);
    if (row !== undefined)
      await enqueue(tx, confirmationJobKind, { subscriberId: row.id }, { key: `${row.id}:${slot}` });
  });
}
