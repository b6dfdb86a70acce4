import { eq } from 'drizzle-orm';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import type { Phase } from './phase.ts';

/**
 * Anybody can type the address of somebody in the newsroom. It is held like anything else, which nobody outside can tell
 * from being posted: a refusal would say who works here.
 */
export const staffAddress =
  (db: Db): Phase =>
  async ({ email }) => {
    const [found] = await db
      .select({ id: user.id })
      .from(user)
      .innerJoin(userRoles, eq(userRoles.userId, user.id))
      .where(eq(user.email, email))
      .limit(1);
    return found === undefined ? null : { hold: 'staff_address' };
  };
