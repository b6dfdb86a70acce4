import { count, eq } from 'drizzle-orm';
import { session, user } from '#domain/accounts/tables.server.ts';
import { countCommentsBy, listCommentsBy, type OwnComment } from '#domain/comments/own-comments.server.ts';
import { countMessagesFrom, listMessagesFrom, type OwnMessage } from '#domain/contact/own-messages.server.ts';
import { findSubscriptionOf, type HeldSubscription } from '#domain/newsletter/own-address.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { listJobsNaming, type NamingJob } from '#platform/jobs/naming.server.ts';
import { listMailsOf, type WaitingMail } from '#platform/mail/mails-of-address.server.ts';

/** An account of the newsroom, or one that somebody has made with this address. It is not deleted with the rest. */
export interface HeldAccount {
  readonly name: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  /** Browsers that are signed in. */
  readonly sessions: number;
}

/** What is kept about an address beside comments and messages, of which there may be many. */
export interface HeldFacts {
  readonly subscription: HeldSubscription | null;
  readonly mails: readonly WaitingMail[];
  readonly jobs: readonly NamingJob[];
  readonly account: HeldAccount | null;
}

/** Everything that is kept about an address; of comments and messages the newest. */
export interface Held extends HeldFacts {
  readonly address: string;
  readonly comments: readonly OwnComment[];
  readonly commentCount: number;
  readonly messages: readonly OwnMessage[];
  readonly messageCount: number;
}

/** On one page. */
export const COMMENTS_SHOWN = 50;
export const MESSAGES_SHOWN = 20;

/** @param before the comment after which the list goes on */
export async function findHeld(db: Db, address: string, before?: string): Promise<Held> {
  return {
    address,
    comments: await listCommentsBy(db, address, { before, limit: COMMENTS_SHOWN }),
    commentCount: await countCommentsBy(db, address),
    messages: await listMessagesFrom(db, address, { limit: MESSAGES_SHOWN }),
    messageCount: await countMessagesFrom(db, address),
    ...(await findHeldFacts(db, address)),
  };
}

export async function findHeldFacts(db: Db, address: string): Promise<HeldFacts> {
  return {
    subscription: await findSubscriptionOf(db, address),
    mails: await listMailsOf(db, address),
    jobs: await listJobsNaming(db, address),
    account: await findAccountOf(db, address),
  };
}

/** Beside jobs: one of them is what asks. */
export async function isAnythingHeld(db: Transaction, address: string): Promise<boolean> {
  if ((await countCommentsBy(db, address)) > 0) return true;
  if ((await findSubscriptionOf(db, address)) !== null) return true;
  if ((await countMessagesFrom(db, address)) > 0) return true;
  if ((await listMailsOf(db, address)).length > 0) return true;
  return (await findAccountOf(db, address)) !== null;
}

async function findAccountOf(db: Db | Transaction, address: string): Promise<HeldAccount | null> {
  const [row] = await db
    .select({
      name: user.name,
      emailVerified: user.emailVerified,
      createdAt: user.createdAt,
      sessions: count(session.id),
    })
    .from(user)
    .leftJoin(session, eq(session.userId, user.id))
    .where(eq(user.email, address))
    .groupBy(user.id);
  return row ?? null;
}
