import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AccountParts } from './account-parts.server.ts';
import type { NewAccount } from './account.ts';
import { count } from './attempts.server.ts';
import { addressTakenMail, welcomeMail } from './mails.ts';
import { issueToken } from './one-time-token.server.ts';
import { weaknessOf } from './password-rule.server.ts';
import { account, user } from './tables.server.ts';

/**
 * Creates an account without any rights. Whether the address has one already is told to nobody but its owner, by mail:
 * the answer is the same and the work nearly, the hashing above all.
 */
export async function signUp(parts: AccountParts, given: NewAccount, network: string): Promise<void> {
  await count(parts.rateLimit, 'signUpNetwork', network);
  const weakness = weaknessOf(given.password, given);
  if (weakness !== null) throw new Refusal('unprocessable', weakness, { fields: { password: weakness } });
  await count(parts.rateLimit, 'signUpAddress', given.email);
  // Before the transaction, which holds the only connection of the embedded database.
  const password = await parts.hashing.hash(given.password);
  await parts.database.transaction(async (tx) => {
    const userId = await insertUser(tx, given);
    const letter = { siteName: parts.siteName, publicUrl: parts.publicUrl, email: given.email };
    if (userId === null) {
      await postMail(tx, addressTakenMail({ ...letter, name: await confirmedName(tx, given.email) }));
      return;
    }
    await tx.insert(account).values({ userId, accountId: userId, providerId: 'credential', password });
    const token = await issueToken(tx, 'verify-email', userId, parts.clock());
    await postMail(tx, welcomeMail({ ...letter, name: null }, token));
  });
}

async function insertUser(tx: Transaction, { name, email }: NewAccount): Promise<string | null> {
  const [row] = await tx
    .insert(user)
    .values({ id: uuidv7(), name, email })
    .onConflictDoNothing({ target: user.email })
    .returning({ id: user.id });
  return row?.id ?? null;
}

async function confirmedName(tx: Transaction, email: string): Promise<string | null> {
  const [row] = await tx.select().from(user).where(eq(user.email, email)).limit(1);
  return row?.emailVerified === true ? row.name : null;
}
