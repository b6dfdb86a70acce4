import { and, eq } from 'drizzle-orm';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { OperatorError } from '#platform/operator-error.ts';

interface FoundAccount {
  readonly id: string;
  readonly emailVerified: boolean;
  readonly isAdmin: boolean;
}

export async function findAccount({ db }: Database, email: string, advice: string): Promise<FoundAccount> {
  const [account] = await db
    .select({ id: user.id, emailVerified: user.emailVerified, role: userRoles.role })
    .from(user)
    .leftJoin(userRoles, and(eq(userRoles.userId, user.id), eq(userRoles.role, 'admin')))
    .where(eq(user.email, email));
  if (!account) throw new OperatorError(`There is no account for ${email}. ${advice}`);
  return { id: account.id, emailVerified: account.emailVerified, isAdmin: account.role !== null };
}
