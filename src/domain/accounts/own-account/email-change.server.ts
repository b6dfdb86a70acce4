import type { LinkMailContext } from '#platform/mail/link-mail.tsx';
import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { isUniqueViolation } from '#platform/db/unique-violation.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { type SignedInUser, EmailAddress } from '../account.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { deleteInvitation } from '../invitations.server.ts';
import { lockUser, type UserRow } from '../lock-user.server.ts';
import { consumeToken, contentOf, deleteTokens, findToken, issueToken } from '../one-time-token.server.ts';
import { countAttempt } from '../rate-limits.server.ts';
import { user } from '../tables.server.ts';
import {
  addressInUseMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeNotice,
} from './email-change-mail.ts';
import { type Proof, requireProof } from '../second-factor/proof.server.ts';
import { endOtherSessions } from './own-sessions.server.ts';

/** Between address and session in a token. No address contains it. */
const SESSION_SEPARATOR = ' ';
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/**
 * Sends a link to the new address, and a notice to the present one. Nothing changes until the link is used; an earlier
 * link becomes invalid. If another account has the address, its owner gets an email instead of the link, and the user
 * sees no difference.
 *
 * @throws DomainError as `requireProof`; `unprocessable` for the present address, `too_many`
 */
export async function requestEmailChange(
  deps: AccountDeps,
  { userId, sessionId }: SignedInUser,
  { email, ...proof }: Proof & { readonly email: string },
): Promise<void> {
  await requireProof(deps, userId, proof);
  await countAttempt(deps.rateLimit, 'emailChangeAccount', userId);
  deps.addresses.require(email);
  await countAttempt(deps.rateLimit, 'emailChangeAddress', email);
  await deps.database.transaction(async (tx) => {
    const owner = await lockUser(tx, userId);
    if (owner.email === email)
      throw new DomainError('unprocessable', '', { fields: { email: 'This is your address already' } });
    await deleteTokens(tx, userId, 'change-email');
    const sender = deps.sender();
    const to = { sender, name: null, email };
    if (await isInUse(tx, owner, email)) await enqueueMail(tx, addressInUseMail(to));
    else {
      const content = [email, sessionId].join(SESSION_SEPARATOR);
      const token = await issueToken(tx, 'change-email', userId, { now: deps.clock(), content });
      await enqueueMail(tx, emailChangeMail(to, token));
    }
    await enqueueMail(tx, emailChangeNotice({ sender, ...recipient(owner) }, email));
  });
}

/**
 * Changes the address of the account with the token of a link, which confirms the new one. Every other link becomes
 * invalid, because it went to the former address; so does an invitation, whose next link would go to the new one. Ends all sessions
 * but the one that has requested the change.
 *
 * @throws DomainError `gone` for a token that is unknown, used or expired; `conflict` if another account has the address
 */
export async function confirmEmailChange(deps: AccountDeps, token: string, network: string): Promise<void> {
  await countAttempt(deps.rateLimit, 'linkNetwork', network);
  // A link of an earlier release has no session: all of them end.
  const [content, sessionId = NO_SESSION] = contentOf(token).split(SESSION_SEPARATOR);
  const address = EmailAddress.safeParse(content);
  if (!address.success) throw linkGoneError();
  const email = address.data;
  await deps.database.transaction(async (tx) => {
    const now = deps.clock();
    const found = await findToken(tx, ['change-email'], token, now);
    if (found === null) throw linkGoneError();
    const owner = await lockUser(tx, found.userId);
    if ((await consumeToken(tx, ['change-email'], token, now)) === null) throw linkGoneError();
    if (await isInUse(tx, owner, email)) throw inUseError();
    await tx
      .update(user)
      .set({ email, emailVerified: true, updatedAt: now })
      .where(eq(user.id, owner.id))
      .catch((error: unknown) => {
        // Another account has confirmed the same address at the same moment.
        throw isUniqueViolation(error) ? inUseError() : error;
      });
    await deleteInvitation(tx, owner.id);
    await deleteTokens(tx, owner.id);
    await endOtherSessions(tx, { userId: owner.id, sessionId });
    await enqueueMail(tx, emailChangedMail({ sender: deps.sender(), ...recipient(owner) }));
    await recordStaffEvent(tx, owner.id, { action: 'email_changed' });
  });
  await deps.trustedNetworks.add(email, network, deps.clock());
}

async function isInUse(tx: Transaction, { id }: UserRow, email: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.email, email), ne(user.id, id)))
    .limit(1);
  return other !== undefined;
}

/** An address that is not confirmed may belong to someone else, who gets no text of the owner's choice. */
const recipient = ({ name, email, emailVerified }: UserRow): Pick<LinkMailContext, 'name' | 'email'> => ({
  name: emailVerified ? name : null,
  email,
});

function inUseError(): DomainError {
  return new DomainError('conflict', 'This address belongs to another account now.');
}

function linkGoneError(): DomainError {
  return new DomainError('gone', 'This link has been used or has expired. Please request a new one.');
}
