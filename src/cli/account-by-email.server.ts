import { eq } from 'drizzle-orm';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { OperatorError } from '#platform/operator-error.ts';

interface AccountSummary {
  readonly id: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly role: string | null;
}

/** Throws an OperatorError, which ends with `advice`, if no account has this address. */
export async function getAccountByEmail(
  { db }: Database,
  email: string,
  advice: string,
): Promise<AccountSummary> {
  const [account] = await db
    .select({ id: user.id, name: user.name, emailVerified: user.emailVerified, role: userRoles.role })
    .from(user)
    .leftJoin(userRoles, eq(userRoles.userId, user.id))
    .where(eq(user.email, email));
  if (!account) throw new OperatorError(`There is no account for ${email}. ${advice}`);
  return account;
}
