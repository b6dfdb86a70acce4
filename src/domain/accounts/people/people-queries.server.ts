import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
import { type Actor, requirePermission } from '../actor.ts';
import { passkeys } from '../passkeys/tables.server.ts';
import { ROLES } from '../permissions.ts';
import { secondFactors } from '../second-factor/tables.server.ts';
import { invitations, user, userRoles } from '../tables.server.ts';
import type { Person } from './person.ts';

/** The people of the newsroom, by name. Accounts of other visitors are not among them. */
export async function listPeople(db: Db, actor: Actor, page: number): Promise<PageOf<Person>> {
  requirePermission(actor, 'people.manage');
  const ids = sql`(select user_id from ${userRoles} union select user_id from ${invitations})`;
  const isPerson = sql`${user.id} in ${ids}`;
  const people = selectPeople(db)
    .where(isPerson)
    .orderBy(sql`lower(${user.name})`, asc(user.id));
  const found = await readPage(people, { page, count: db.$count(user, isPerson) });
  return { ...found, rows: found.rows.flatMap(toPerson) };
}

/** Throws `not_found` for an account without role and invitation. */
export async function getPerson(db: Db | Transaction, id: string): Promise<Person> {
  const [row] = await selectPeople(db).where(eq(user.id, id)).limit(1);
  const [person] = row === undefined ? [] : toPerson(row);
  if (person === undefined) throw new DomainError('not_found', 'This person is no longer in the newsroom.');
  return person;
}

const hasPasskey = sql`exists (select from ${passkeys} where ${passkeys.userId} = ${user.id})`;

const selectPeople = (db: Db | Transaction) =>
  db
    .select({
      id: user.id,
      name: user.name,
      email: user.email,
      suspendedAt: user.suspendedAt,
      signedInAt: user.signedInAt,
      role: userRoles.role,
      invitedRole: invitations.role,
      expiresAt: invitations.expiresAt,
      hasSecondFactor: sql`${secondFactors.enabledAt} is not null or ${hasPasskey}`.mapWith(Boolean),
    })
    .from(user)
    .leftJoin(userRoles, eq(userRoles.userId, user.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, user.id))
    .leftJoin(invitations, eq(invitations.userId, user.id));

type Row = Awaited<ReturnType<typeof selectPeople>>[number];

/** Empty for an account without a role that this release knows. */
function toPerson({ suspendedAt, role: stored, invitedRole, expiresAt, ...row }: Row): [] | [Person] {
  const role = ROLES.find((known) => known === (stored ?? invitedRole));
  if (role === undefined) return [];
  if (stored === null) return [{ ...row, role, state: 'invited', invitationExpiresAt: expiresAt }];
  return [{ ...row, role, state: suspendedAt === null ? 'active' : 'suspended', invitationExpiresAt: null }];
}
