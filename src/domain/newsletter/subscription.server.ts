import { and, eq, inArray } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { newsletterSubscribers as subscribers } from './tables.server.ts';
import type { SubscriberState } from './subscriber.ts';
import { recordConfirmed, recordEnded } from './subscriber-events.server.ts';
import { endSubscription } from './subscription-by-email.server.ts';
import { suppress } from './subscribers/suppression.server.ts';
import { readToken, type TokenPurpose, tokenFor } from './tokens.server.ts';

/** A subscription as shown to the holder of a link. */
export interface OwnSubscription {
  readonly email: string;
  readonly status: SubscriberState;
  readonly source: 'form' | 'import';
  readonly consent: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly confirmationMailedAt: Date | null;
  /** Tokens for all purposes: a person who can read the emails to an address has access to all of its links anyway. */
  readonly tokens: Readonly<Record<TokenPurpose, string>>;
}

/** Null when the subscription was deleted. Throws `invalid` for an invalid token. */
export async function findOwnSubscription(
  deps: NewsletterDeps,
  purpose: TokenPurpose,
  token: string,
): Promise<OwnSubscription | null> {
  const id = requireSubscriberId(deps, purpose, token);
  const { db } = deps.database;
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
      confirm: tokenFor(deps.key, 'confirm', id),
      unsubscribe: tokenFor(deps.key, 'unsubscribe', id),
      'own-data': tokenFor(deps.key, 'own-data', id),
    },
  };
}

/** Confirms a subscription, or renews one that was ended or suspended. Idempotent. */
export async function confirmSubscription(deps: NewsletterDeps, token: string): Promise<void> {
  const id = requireSubscriberId(deps, 'confirm', token);
  const isConfirmable = inArray(subscribers.status, ['pending', 'unsubscribed', 'suspended']);
  await deps.database.transaction(async (tx) => {
    const confirmed = await tx
      .update(subscribers)
      .set({
        status: 'confirmed',
        confirmedAt: deps.clock(),
        unsubscribedAt: null,
        confirmationWithheldAt: null,
        refusals: 0,
      })
      .where(and(eq(subscribers.id, id), isConfirmable))
      .returning({ id: subscribers.id });
    await recordConfirmed(tx, confirmed);
  });
}

/** Ends a subscription. Idempotent. */
export async function unsubscribe(deps: NewsletterDeps, token: string): Promise<void> {
  const id = requireSubscriberId(deps, 'unsubscribe', token);
  await deps.database.transaction((tx) => endSubscription(tx, eq(subscribers.id, id), deps.clock()));
}

/** Deletes all data about the address except a keyed hash. A blocked subscriber stays, as decided by an administrator. */
export async function deleteSubscription(deps: NewsletterDeps, token: string): Promise<void> {
  const id = requireSubscriberId(deps, 'own-data', token);
  const isDeletable = inArray(subscribers.status, ['pending', 'confirmed', 'unsubscribed', 'suspended']);
  await deps.database.transaction(async (tx) => {
    const deleted = await tx
      .delete(subscribers)
      .where(and(eq(subscribers.id, id), isDeletable))
      .returning({ id: subscribers.id, email: subscribers.email, status: subscribers.status });
    await suppress(tx, deps.key, deleted, deps.clock());
    await recordEnded(tx, deleted, 'deleted');
  });
}

function requireSubscriberId({ key }: NewsletterDeps, purpose: TokenPurpose, token: string): string {
  const id = readToken(key, purpose, token);
  if (id === null)
    throw new DomainError('invalid', 'This link is incomplete. Please copy it from the email again.');
  return id;
}
