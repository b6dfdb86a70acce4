import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { mailAddress } from '#platform/mail/mail.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { takeForNetwork } from '#platform/rate-limit/network-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import { confirmationMail } from './confirmation-mailing.server.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { consentSentence, normaliseEmail } from './subscriber.ts';
import { newsletterSubscribers } from './tables.server.ts';

/** From one network: a household, an office or a school may want it on the same morning. */
const ALLOWANCE = { limit: 20, windowSeconds: 3600 };
/** However often an address is entered within this time, it is looked at once. */
const SLOT_MS = 10 * 60_000;

export const Subscription = z.object({
  email: z
    .string()
    .transform(normaliseEmail)
    .pipe(mailAddress.regex(/\.[^.]{2,}$/)),
});
export type Subscription = Readonly<z.infer<typeof Subscription>>;

/** What somebody has agreed to already stays as it was: anybody can enter their address into the form. */
const keptIfSettled = (column: string) =>
  sql`case when ${newsletterSubscribers.status} in ('confirmed', 'blocked')
    then ${newsletterSubscribers}.${sql.identifier(column)} else excluded.${sql.identifier(column)} end`;

/**
 * Takes a wish to subscribe. It answers the same, and does the same, for a new, a known, an unsubscribed and a blocked
 * address: whether there will be a mail is decided afterwards, by a job. Refuses `too_many` from one network.
 */
export async function subscribe(
  { database, clock, rateLimit, site }: NewsletterParts,
  { email }: Subscription,
  network: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeForNetwork(
    rateLimit,
    (name) => `newsletter:network:${name}`,
    network,
    ALLOWANCE,
  );
  if (!allowed) throw new Refusal('too_many', '', { retryAfterSeconds });
  const now = clock();
  await database.transaction(async (tx) => {
    const [row] = await tx
      .insert(newsletterSubscribers)
      .values({ email, consent: consentSentence(site.name), createdAt: now, askedAt: now })
      .onConflictDoUpdate({
        target: newsletterSubscribers.email,
        set: {
          askedAt: keptIfSettled('asked_at'),
          consent: keptIfSettled('consent'),
          source: keptIfSettled('source'),
        },
      })
      .returning({ id: newsletterSubscribers.id });
    const slot = Math.floor(now.getTime() / SLOT_MS);
    if (row !== undefined)
      await enqueue(tx, confirmationMail, { subscriberId: row.id }, { key: `${row.id}:${slot}` });
  });
}
