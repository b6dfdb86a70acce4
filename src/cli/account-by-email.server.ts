import { eq } from 'drizzle-orm';
import { user } from '#domain/accounts/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { OperatorError } from '#platform/operator-error.ts';

interface FoundAccount {
  readonly id: string;
  readonly emailVerified: boolean;
}

export async function findAccount({ db }: Database, email: string, advice: string): Promise<FoundAccount> {
  const [account] = await db
    .select({ id: user.id, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email));
  if (!account) throw new OperatorError(`There is no account for ${email}. ${advice}`);
  return account;
}
