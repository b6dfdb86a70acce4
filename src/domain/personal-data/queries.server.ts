import { count, eq, sql } from 'drizzle-orm';
import { apiTokens } from '#domain/accounts/api-tokens/tables.server.ts';
import { session, user, userRoles } from '#domain/accounts/tables.server.ts';
import { authors } from '#domain/articles/authors/tables.server.ts';
import {
  countCommentsByEmail,
  listCommentsByEmail,
  type OwnComment,
} from '#domain/comments/own-comments.server.ts';
import {
  countMessagesByEmail,
  listMessagesByEmail,
  type OwnMessage,
} from '#domain/contact/own-messages.server.ts';
import {
  findSubscriptionByEmail,
  type SubscriptionData,
} from '#domain/newsletter/subscription-by-email.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { listJobsWithAddress, type JobWithAddress } from '#platform/jobs/jobs-by-address.server.ts';
import { listPendingMails, type PendingMail } from '#platform/mail/mails-by-address.server.ts';

/** An account with this address. It is not deleted with the other data. */
export interface AccountData {
  readonly name: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  /** Null for an account without one. */
  readonly role: string | null;
  /** The last sign-in. */
  readonly signedInAt: Date | null;
  /** Number of active or expired sessions that are still stored. */
  readonly sessions: number;
  /** The names of the API tokens. */
  readonly apiTokens: readonly string[];
  /** The public profile that belongs to the account; null without one. */
  readonly author: AuthorProfile | null;
}

/** What a profile says about its author. */
export interface AuthorProfile {
  readonly name: string;
  readonly slug: string;
  readonly bio: string;
  /** The URL of the picture; empty without one. */
  readonly picture: string;
  readonly links: readonly string[];
}

/** The data about an address except comments and messages, which are paginated. */
export interface PersonalDataSummary {
  readonly subscription: SubscriptionData | null;
  readonly mails: readonly PendingMail[];
  readonly jobs: readonly JobWithAddress[];
  readonly account: AccountData | null;
}

/** All data about an address, with one page of comments and the newest messages. */
export interface PersonalData extends PersonalDataSummary {
  readonly address: string;
  readonly comments: readonly OwnComment[];
  readonly commentCount: number;
  readonly messages: readonly OwnMessage[];
  readonly messageCount: number;
}

/** Comments on one page. */
export const COMMENTS_SHOWN = 50;
const MESSAGES_SHOWN = 20;

/** @param before id of the last comment of the previous page */
export async function findPersonalData(db: Db, address: string, before?: string): Promise<PersonalData> {
  return {
    address,
    comments: await listCommentsByEmail(db, address, { before, limit: COMMENTS_SHOWN }),
    commentCount: await countCommentsByEmail(db, address),
    messages: await listMessagesByEmail(db, address, { limit: MESSAGES_SHOWN }),
    messageCount: await countMessagesByEmail(db, address),
    ...(await findPersonalDataSummary(db, address)),
  };
}

export async function findPersonalDataSummary(db: Db, address: string): Promise<PersonalDataSummary> {
  return {
    subscription: await findSubscriptionByEmail(db, address),
    mails: await listPendingMails(db, address),
    jobs: await listJobsWithAddress(db, address),
    account: await findAccountOf(db, address),
  };
}

/** Ignores jobs, because the caller is itself a job that contains the address. */
export async function hasPersonalData(db: Transaction, address: string): Promise<boolean> {
  if ((await countCommentsByEmail(db, address)) > 0) return true;
  if ((await findSubscriptionByEmail(db, address)) !== null) return true;
  if ((await countMessagesByEmail(db, address)) > 0) return true;
  if ((await listPendingMails(db, address)).length > 0) return true;
  return (await findAccountOf(db, address)) !== null;
}

/** In the order of their creation. A subquery, because the sessions are joined. */
const tokenNames = sql<
  string[]
>`array(select ${apiTokens.name} from ${apiTokens} where ${apiTokens.userId} = ${user.id} order by ${apiTokens.id})`;

async function findAccountOf(db: Db | Transaction, address: string): Promise<AccountData | null> {
  const [row] = await db
    .select({
      name: user.name,
      emailVerified: user.emailVerified,
      createdAt: user.createdAt,
      role: userRoles.role,
      signedInAt: user.signedInAt,
      sessions: count(session.id),
      apiTokens: tokenNames,
      author: {
        name: authors.name,
        slug: authors.slug,
        bio: authors.bio,
        picture: authors.picture,
        links: authors.links,
      },
    })
    .from(user)
    .leftJoin(session, eq(session.userId, user.id))
    .leftJoin(userRoles, eq(userRoles.userId, user.id))
    .leftJoin(authors, eq(authors.userId, user.id))
    .where(eq(user.email, address))
    .groupBy(user.id, userRoles.role, authors.id);
  return row ?? null;
}
