import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from './account-deps.server.ts';
import { SIGN_UP_CLOSED, type SignUpInput } from './account.ts';
import { countAttempt } from './rate-limits.server.ts';
import { accountExistsMail, verificationMail } from './account-mail.ts';
import { issueToken } from './one-time-token.server.ts';
import { findPasswordWeakness } from './password-policy.server.ts';
import { account, user } from './tables.server.ts';

/**
 * Creates an account without a role. Only the owner of an address learns, by email, whether it already has an account:
 * the response is the same, and so is nearly all of the work, above all the hashing. An unconfirmed account stays as it
 * is, because either of the two people who entered the address may not own it. The email lets the owner of the mailbox
 * choose the password.
 */
export async function signUp(deps: AccountDeps, input: SignUpInput, network: string): Promise<void> {
  if (!(await deps.isSignUpOpen())) throw new DomainError('forbidden', SIGN_UP_CLOSED);
  await countAttempt(deps.rateLimit, 'signUpNetwork', network);
  deps.addresses.require(input.email);
  const weakness = findPasswordWeakness(input.password, input);
  if (weakness !== null) throw new DomainError('unprocessable', weakness, { fields: { password: weakness } });
  await countAttempt(deps.rateLimit, 'signUpAddress', input.email);
  await countAttempt(deps.rateLimit, 'signUpTotal');
  // Hash before the transaction, which holds the only connection of the embedded database.
  const password = await deps.hashing.hash(input.password, { key: network, isKnown: false });
  await deps.database.transaction(async (tx) => {
    const context = { sender: deps.sender(), email: input.email };
    const created = await insertAccount(tx, input, password);
    const owner = created ?? (await getUser(tx, input.email));
    if (owner.emailVerified) {
      await enqueueMail(tx, accountExistsMail({ ...context, name: owner.name }));
      return;
    }
    const token = await issueToken(tx, 'verify-email', owner.id, { now: deps.clock() });
    await enqueueMail(tx, verificationMail({ ...context, name: null }, token));
  });
}

type UserRow = typeof user.$inferSelect;

/** Null when the address already has an account. */
async function insertAccount(
  tx: Transaction,
  { name, email }: SignUpInput,
  password: string,
): Promise<UserRow | null> {
  const [row] = await tx
    .insert(user)
    .values({ id: uuidv7(), name, email })
    .onConflictDoNothing({ target: user.email })
    .returning();
  if (!row) return null;
  await tx.insert(account).values({ userId: row.id, accountId: row.id, providerId: 'credential', password });
  return row;
}

async function getUser(tx: Transaction, email: string): Promise<UserRow> {
  const [row] = await tx.select().from(user).where(eq(user.email, email)).limit(1);
  if (!row) throw new Error('an account was deleted while its address was signed up');
  return row;
}
