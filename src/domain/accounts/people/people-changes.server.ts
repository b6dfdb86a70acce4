import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { Actor } from '../actor.ts';
import { revokeAllTokens } from '../api-tokens/stored-tokens.server.ts';
import { recordEvent } from '../audit/record-event.server.ts';
import { deleteTokens } from '../one-time-token.server.ts';
import type { Role } from '../permissions.ts';
import { setRole } from '../roles.server.ts';
import { isLower } from '../reduced-access.ts';
import { invitations, session, user } from '../tables.server.ts';
import { changePeople, lockPerson, requireOtherAdmin } from './people-lock.server.ts';
import { getPerson } from './people-queries.server.ts';
import type { Person, PersonChange } from './person.ts';

type PeopleDeps = Pick<AccountDeps, 'database' | 'clock' | 'onReducedAccess'>;

/**
 * Changes role and suspension. A suspended account cannot sign in, and all its sessions and API tokens end at once. What it has
 * scheduled or shared ends too, as far as its role from now on does not allow it. Throws `conflict` if no active administrator would
 * remain, and `not_found`; then nothing is changed.
 */
export function changePerson(
  { database, clock, onReducedAccess }: PeopleDeps,
  actor: Actor,
  { id, role, suspended }: PersonChange & { readonly id: string },
): Promise<Person> {
  return changePeople(database, actor, async (tx) => {
    const before = await lockPerson(tx, id);
    if ((role !== undefined && role !== 'admin') || suspended === true) await requireOtherAdmin(tx, before);
    // While the actor, who may be this person, is still active.
    const access = suspended === true ? null : (role ?? before.role);
    if (before.state === 'active' && isLower(access, before.role))
      await onReducedAccess(tx, {
        userId: id,
        name: before.name,
        role: access,
        isRemoved: false,
        actor,
        now: clock(),
      });
    if (role !== undefined && role !== before.role) await changeRole(tx, actor, before, role);
    if (suspended !== undefined && before.state === (suspended ? 'active' : 'suspended'))
      await setSuspended(tx, actor, before, suspended ? clock() : null);
    return getPerson(tx, id);
  });
}

async function changeRole(tx: Transaction, actor: Actor, person: Person, role: Role): Promise<void> {
  const { id, state } = person;
  const detail = `${person.role} → ${role}`;
  await recordEvent(tx, actor, { action: 'role_changed', object: person, detail });
  if (state === 'invited') await tx.update(invitations).set({ role }).where(eq(invitations.userId, id));
  else await setRole(tx, id, role);
}

async function setSuspended(
  tx: Transaction,
  actor: Actor,
  person: Person,
  suspendedAt: Date | null,
): Promise<void> {
  const { id } = person;
  const action = suspendedAt === null ? 'person_reactivated' : 'person_suspended';
  await recordEvent(tx, actor, { action, object: person });
  await tx.update(user).set({ suspendedAt }).where(eq(user.id, id));
  // Also at the end of a suspension: one may have been opened by a sign-in that ran at the same time as its start.
  await tx.delete(session).where(eq(session.userId, id));
  if (suspendedAt !== null) await revokeAllTokens(tx, actor, id, suspendedAt);
}

/**
 * Deletes an account with its sessions and links, and ends what it has scheduled or shared. Its articles stay, and belong to the
 * editors. Throws as `changePerson` does.
 */
export function removePerson(
  { database, clock, onReducedAccess }: PeopleDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  return changePeople(database, actor, async (tx) => {
    const person = await lockPerson(tx, id);
    await requireOtherAdmin(tx, person);
    await recordEvent(tx, actor, { action: 'person_removed', object: person, detail: person.role });
    await deleteTokens(tx, id);
    const access = { userId: id, name: person.name, role: null, isRemoved: true } as const;
    await onReducedAccess(tx, { ...access, actor, now: clock() });
    await tx.delete(user).where(eq(user.id, id));
  });
}
