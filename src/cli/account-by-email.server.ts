import { and, eq } from 'drizzle-orm';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { OperatorError } from '#platform/operator-error.ts';

interface AccountSummary {
  readonly id: string;
  readonly emailVerified: boolean;
  readonly isAdmin: boolean;
}

/** Throws an OperatorError, which ends with `advice`, if no account has this address. */
export async function getAccountByEmail(
  { db }: Database,
  email: string,
  advice: string,
): Promise<AccountSummary> {
  const [account] = await db
    .select({ id: user.id, emailVerified: user.emailVerified, role: userRoles.role })
    .from(user)
    .leftJoin(userRoles, and(eq(userRoles.userId, user.id), eq(userRoles.role, 'admin')))
    .where(eq(user.email, email));
  if (!account) throw new OperatorError(`There is no account for ${email}. ${advice}`);
  return { id: account.id, emailVerified: account.emailVerified, isAdmin: account.role !== null };
}
