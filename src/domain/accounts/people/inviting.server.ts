import { and, eq, notExists } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { invitationMail } from '../account-mail.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { type Actor, requirePermission } from '../actor.ts';
import { recordEvent } from '../audit/record-event.server.ts';
import { deleteInvitation, findOrCreateAccount, issueInvitation } from '../invitations.server.ts';
import { countAttempt } from '../rate-limits.server.ts';
import { account, invitations, user, userRoles } from '../tables.server.ts';
import { changePeople, lockPerson } from './people-lock.server.ts';
import { getPerson } from './people-queries.server.ts';
import type { Person, PersonInvitation } from './person.ts';

/** An administrator who invites someone. */
export type Inviter = Actor & { readonly name: string };

/**
 * Sends a link by email, valid once and for three days, that creates the account or confirms its address, sets the
 * password and grants the role. Throws `conflict` for an address that already has a role or an invitation.
 */
export async function invitePerson(
  deps: AccountDeps,
  actor: Inviter,
  { email, role }: PersonInvitation,
): Promise<Person> {
  deps.addresses.require(email);
  await countInvitation(deps, actor, email);
  return changePeople(deps.database, actor, async (tx) => {
    const { id } = await findOrCreateAccount(tx, email);
    await requireNoRole(tx, id);
    return sendInvitation(tx, deps, actor, { userId: id, email, role });
  });
}

/** Sends a new link. The earlier one becomes invalid. Throws `not_found` without an invitation. */
export async function resendInvitation(deps: AccountDeps, actor: Inviter, id: string): Promise<Person> {
  requirePermission(actor, 'people.manage');
  const { email } = await getPerson(deps.database.db, id);
  await countInvitation(deps, actor, email);
  return changePeople(deps.database, actor, async (tx) => {
    const { role, state } = await lockPerson(tx, id);
    if (state !== 'invited') throw noInvitationError();
    return sendInvitation(tx, deps, actor, { userId: id, email, role });
  });
}

/** Makes the link of an invitation invalid. Deletes the account if it exists only for the invitation. */
export function withdrawInvitation({ database }: AccountDeps, actor: Actor, id: string): Promise<void> {
  return changePeople(database, actor, async (tx) => {
    const person = await lockPerson(tx, id);
    if (person.state !== 'invited') throw noInvitationError();
    await recordEvent(tx, actor, { action: 'invitation_withdrawn', object: person });
    await deleteInvitation(tx, id);
    const hasPassword = tx.select({ id: account.id }).from(account).where(eq(account.userId, user.id));
    await tx.delete(user).where(and(eq(user.id, id), notExists(hasPassword)));
  });
}

/** Before any work. Also protects the mailbox of the address. */
async function countInvitation({ rateLimit }: AccountDeps, actor: Actor, email: string): Promise<void> {
  requirePermission(actor, 'people.manage');
  await countAttempt(rateLimit, 'inviteActor', actor.userId);
  await countAttempt(rateLimit, 'inviteAddress', email);
}

async function requireNoRole(tx: Transaction, userId: string): Promise<void> {
  const [role] = await tx.select().from(userRoles).where(eq(userRoles.userId, userId)).limit(1);
  if (role) throw emailConflict('This person already has a role. Change it in the list.');
  const [invited] = await tx.select().from(invitations).where(eq(invitations.userId, userId)).limit(1);
  if (invited) throw emailConflict('This person is already invited. Resend the invitation in the list.');
}

interface Invited extends PersonInvitation {
  readonly userId: string;
}

async function sendInvitation(
  tx: Transaction,
  { clock, sender }: AccountDeps,
  inviter: Inviter,
  { userId, email, role }: Invited,
): Promise<Person> {
  const token = await issueInvitation(tx, { userId, role, invitedBy: inviter.userId }, clock());
  const context = { name: null, email, sender: sender() };
  await enqueueMail(tx, invitationMail(context, { token, role, inviter: inviter.name }));
  const person = await getPerson(tx, userId);
  await recordEvent(tx, inviter, { action: 'person_invited', object: person, detail: role });
  return person;
}

function emailConflict(message: string): DomainError {
  return new DomainError('conflict', message, { fields: { email: message } });
}

function noInvitationError(): DomainError {
  return new DomainError('not_found', 'This invitation has been used or withdrawn.');
}
