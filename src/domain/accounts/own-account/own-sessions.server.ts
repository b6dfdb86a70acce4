import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { session } from '../tables.server.ts';

/** Nobody has more devices; the older sessions of a script that signs in again and again are not listed. */
const MAX_LISTED = 100;

/** Identifies the session of a request. */
export type SessionOwner = Pick<SignedInUser, 'userId' | 'sessionId'>;

/** A session, as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  /** Browser and operating system; null if they are not known. */
  readonly device: string | null;
  readonly createdAt: Date;
  /** The last refresh: a session in use is refreshed every ten minutes. */
  readonly usedAt: Date;
  readonly isCurrent: boolean;
}

/** The sessions of the user that have not expired, the last used one first. */
export async function listOwnSessions(
  db: Db,
  { userId, sessionId }: SessionOwner,
  now: Date,
): Promise<readonly OwnSession[]> {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now)))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(MAX_LISTED);
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: userAgent || null,
    createdAt,
    usedAt: updatedAt,
    isCurrent: id === sessionId,
  }));
}

/**
 * Throws `unauthenticated` if the session of the request has ended since it was authenticated, by a new password for example: what the
 * session adds would outlast it. The caller has locked the account.
 */
export async function requireOpenSession(tx: Transaction, { sessionId }: SessionOwner): Promise<void> {
  if ((await tx.$count(session, eq(session.id, sessionId))) === 0) throw new DomainError('unauthenticated');
}

/** Ends one session of the user. Throws `not_found` for any other one. */
export async function endOwnSession(
  { database }: AccountDeps,
  owner: SessionOwner,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const ended = await tx
      .delete(session)
      .where(and(eq(session.id, id), eq(session.userId, owner.userId)))
      .returning({ id: session.id });
    if (ended.length === 0) throw new DomainError('not_found', 'This session has already ended.');
    await recordStaffEvent(tx, owner.userId, { action: 'sessions_ended', detail: '1' });
  });
}

/** Ends all sessions of the user but that of the request. */
export async function endAllOtherSessions({ database }: AccountDeps, owner: SessionOwner): Promise<void> {
  await database.transaction(async (tx) => {
    const count = await endOtherSessions(tx, owner);
    if (count > 0)
      await recordStaffEvent(tx, owner.userId, { action: 'sessions_ended', detail: String(count) });
  });
}

/** As part of a change of the account. Resolves to the number of ended sessions. */
export async function endOtherSessions(
  tx: Transaction,
  { userId, sessionId }: SessionOwner,
): Promise<number> {
  const ended = await tx
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, sessionId)))
    .returning({ id: session.id });
  return ended.length;
}
