import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AccountParts } from './account-parts.server.ts';
import type { NewAccount } from './account.ts';
import { count } from './attempts.server.ts';
import { addressTakenMail, welcomeMail } from './mails.tsx';
import { issueToken } from './one-time-token.server.ts';
import { weaknessOf } from './password-rule.server.ts';
import { account, user } from './tables.server.ts';

/**
 * Creates an account without any rights. Whether the address has one already is told to nobody but its owner, by mail:
 * the answer is the same and the work nearly, the hashing above all. An account that nobody has confirmed stays as it is,
 * for either of the two may be a stranger: the mail lets the owner of the mailbox choose its password.
 */
export async function signUp(parts: AccountParts, given: NewAccount, network: string): Promise<void> {
  await count(parts.rateLimit, 'signUpNetwork', network);
  const weakness = weaknessOf(given.password, given);
  if (weakness !== null) throw new Refusal('unprocessable', weakness, { fields: { password: weakness } });
  await count(parts.rateLimit, 'signUpAddress', given.email);
  // Before the transaction, which holds the only connection of the embedded database.
  const password = await parts.hashing.hash(given.password);
  await parts.database.transaction(async (tx) => {
    const letter = { siteName: parts.siteName, publicUrl: parts.publicUrl, email: given.email };
    const created = await insertAccount(tx, given, password);
    const owner = created ?? (await getUser(tx, given.email));
    if (owner.emailVerified) {
      await postMail(tx, addressTakenMail({ ...letter, name: owner.name }));
      return;
    }
    const token = await issueToken(tx, 'verify-email', owner.id, parts.clock());
    await postMail(tx, welcomeMail({ ...letter, name: null }, token));
  });
}

type UserRow = typeof user.$inferSelect;

/** Null when the address has an account. */
async function insertAccount(
  tx: Transaction,
  { name, email }: NewAccount,
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
