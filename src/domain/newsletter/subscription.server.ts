import { and, eq, inArray } from 'drizzle-orm';
import { Refusal } from '#platform/refusal.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { newsletterSubscribers as subscribers } from './tables.server.ts';
import type { SubscriberState } from './subscriber.ts';
import { suppress } from './subscribers/suppression.server.ts';
import { readToken, type TokenPurpose, tokenFor } from './tokens.server.ts';

/** What the holder of a link is shown of their own subscription. */
export interface OwnSubscription {
  readonly email: string;
  readonly status: SubscriberState;
  readonly source: 'form' | 'import';
  readonly consent: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly confirmationMailedAt: Date | null;
  /** For the other things its holder may do: whoever reads the mails of an address has all its links. */
  readonly tokens: Readonly<Record<TokenPurpose, string>>;
}

/** Refuses `invalid` a token that is not ours; null when the subscription it was made for is no more. */
export async function findOwnSubscription(
  parts: NewsletterParts,
  purpose: TokenPurpose,
  token: string,
): Promise<OwnSubscription | null> {
  const id = idOf(parts, purpose, token);
  const { db } = parts.database;
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id)).limit(1);
  if (row === undefined) return null;
  const { email, status, source, consent, createdAt, confirmedAt, unsubscribedAt, confirmationMailedAt } =
    row;
  return {
    email,
    status,
    source,
    consent,
    createdAt,
    confirmedAt,
    unsubscribedAt,
    confirmationMailedAt,
    tokens: {
      confirm: tokenFor(parts.key, 'confirm', id),
      unsubscribe: tokenFor(parts.key, 'unsubscribe', id),
      'own-data': tokenFor(parts.key, 'own-data', id),
    },
  };
}

/** Confirms, or subscribes again whoever had left. Again is no mistake. */
export async function confirmSubscription(parts: NewsletterParts, token: string): Promise<void> {
  const id = idOf(parts, 'confirm', token);
  const waiting = inArray(subscribers.status, ['pending', 'unsubscribed', 'suspended']);
  await parts.database.transaction((tx) =>
    tx
      .update(subscribers)
      .set({
        status: 'confirmed',
        confirmedAt: parts.clock(),
        unsubscribedAt: null,
        confirmationWithheldAt: null,
        refusals: 0,
      })
      .where(and(eq(subscribers.id, id), waiting)),
  );
}

/** Ends it. Again is no mistake. */
export async function unsubscribe(parts: NewsletterParts, token: string): Promise<void> {
  const id = idOf(parts, 'unsubscribe', token);
  const there = inArray(subscribers.status, ['pending', 'confirmed', 'suspended']);
  await parts.database.transaction((tx) =>
    tx
      .update(subscribers)
      .set({ status: 'unsubscribed', unsubscribedAt: parts.clock(), confirmationWithheldAt: null })
      .where(and(eq(subscribers.id, id), there)),
  );
}

/** Deletes everything that is kept about the address but a keyed hash. One that is blocked stays: so it was decided. */
export async function forgetSubscription(parts: NewsletterParts, token: string): Promise<void> {
  const id = idOf(parts, 'own-data', token);
  const open = inArray(subscribers.status, ['pending', 'confirmed', 'unsubscribed', 'suspended']);
  await parts.database.transaction(async (tx) => {
    const gone = await tx
      .delete(subscribers)
      .where(and(eq(subscribers.id, id), open))
      .returning({ email: subscribers.email, status: subscribers.status });
    await suppress(tx, parts.key, gone, parts.clock());
  });
}

function idOf({ key }: NewsletterParts, purpose: TokenPurpose, token: string): string {
  const id = readToken(key, purpose, token);
  if (id === null)
    throw new Refusal('invalid', 'This link is not complete. Please take it from the mail again.');
  return id;
}
