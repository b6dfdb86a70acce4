import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { user, userRoles } from '../tables.server.ts';

/** Recipients of one notice. */
const LIMIT = 50;

/** The administrators who can sign in, for notices by email. */
export function listAdministrators(tx: Transaction): Promise<{ readonly email: string }[]> {
  return tx
    .select({ email: user.email })
    .from(userRoles)
    .innerJoin(user, eq(user.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'admin'), eq(user.emailVerified, true), isNull(user.suspendedAt)))
    .orderBy(asc(user.id))
    .limit(LIMIT);
}
