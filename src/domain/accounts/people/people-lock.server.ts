import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { type Actor, requirePermission } from '../actor.ts';
import { ROLES } from '../permissions.ts';
import { user, userRoles } from '../tables.server.ts';
import { getPerson } from './people-queries.server.ts';
import type { Person } from './person.ts';

/**
 * Runs a change of the people of the newsroom. All of them run one after the other. Otherwise two administrators could
 * demote each other at the same time, and each would see the other as the remaining one.
 */
export function changePeople<Result>(
  database: Database,
  actor: Actor,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  requirePermission(actor, 'people.manage');
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('people of the newsroom'))`);
    await requireCurrentPermission(tx, actor);
    return change(tx);
  });
}

/** Throws `forbidden` if the actor was demoted, suspended or removed while the request waited. */
async function requireCurrentPermission(tx: Transaction, { userId }: Actor): Promise<void> {
  const [row] = await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .innerJoin(user, eq(user.id, userRoles.userId))
    .where(and(eq(userRoles.userId, userId), isNull(user.suspendedAt)))
    .limit(1);
  const role = ROLES.find((known) => known === row?.role) ?? null;
  requirePermission({ userId, role }, 'people.manage');
}

/**
 * Returns a person, and keeps a link of the account from being used until the transaction ends. Otherwise an invitation could
 * be accepted after its role was changed here, with the former role. Throws `not_found`.
 */
export async function lockPerson(tx: Transaction, id: string): Promise<Person> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, id)).for('no key update');
  return getPerson(tx, id);
}

/** Throws `conflict` if the person is the last administrator who can sign in. */
export async function requireOtherAdmin(tx: Transaction, { id, role, state }: Person): Promise<void> {
  if (role !== 'admin' || state !== 'active') return;
  const [other] = await tx
    .select({ id: user.id })
    .from(userRoles)
    .innerJoin(user, eq(user.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'admin'), ne(userRoles.userId, id), isNull(user.suspendedAt)))
    .limit(1);
  if (other === undefined)
    throw new DomainError('conflict', 'This is the last active administrator. Make someone else one first.');
}
