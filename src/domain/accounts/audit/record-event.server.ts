import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Actor } from '../actor.ts';
import { auditEvents, user, userRoles } from '../tables.server.ts';
import type { AuditAction } from './audit-event.ts';

/** Characters. Titles and names are shorter; settings can have long values. */
const MAX_TEXT_LENGTH = 300;

interface NewEvent {
  readonly action: AuditAction;
  readonly object?: { readonly id: string; readonly name?: string };
  /** What changed. Never a secret, and never the address of a reader. */
  readonly detail?: string;
}

/** Who does something, and with which API token. */
export type EventActor = Pick<Actor, 'userId' | 'token'>;

/**
 * Records what an actor does, in the transaction that does it: both are stored, or neither. Throws `unauthenticated`, so that nothing
 * is done either, for an account that was suspended or deleted since the request was authenticated.
 *
 * @param actor null for the command line
 */
export async function recordEvent(tx: Transaction, actor: EventActor | null, event: NewEvent): Promise<void> {
  if (actor !== null && !(await isActive(tx, actor.userId))) throw new DomainError('unauthenticated');
  await insertEvent(tx, actor, event);
}

/** Records what an account did with itself, if it has a role: readers have accounts too, and the log is about the newsroom. */
export async function recordStaffEvent(tx: Transaction, userId: string, event: NewEvent): Promise<void> {
  const [role] = await tx.select().from(userRoles).where(eq(userRoles.userId, userId)).limit(1);
  if (role !== undefined) await insertEvent(tx, { userId }, event);
}

async function isActive(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.$count(user, and(eq(user.id, userId), isNull(user.suspendedAt)))) > 0;
}

async function insertEvent(
  tx: Transaction,
  actor: EventActor | null,
  { action, object, detail = '' }: NewEvent,
): Promise<void> {
  await tx.insert(auditEvents).values({
    id: uuidv7(),
    at: sql`now()`,
    actorId: actor?.userId ?? null,
    actorName: actor === null ? '' : nameOf(tx, actor.userId),
    tokenName: actor?.token?.name ?? null,
    action,
    objectId: object?.id ?? null,
    objectName: (object?.name ?? '').slice(0, MAX_TEXT_LENGTH),
    detail: detail.slice(0, MAX_TEXT_LENGTH),
  });
}

function nameOf(tx: Transaction, userId: string) {
  const name = tx.select({ name: user.name }).from(user).where(eq(user.id, userId));
  return sql`coalesce(${name}, '')`;
}
