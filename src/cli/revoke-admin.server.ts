import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { userRoles } from '#domain/accounts/tables.server.ts';
import { findAccount } from './account-by-email.server.ts';
import { defineCommand, emailWord } from './command.ts';

export const revokeAdmin = defineCommand({
  name: 'revoke-admin',
  usage: 'EMAIL',
  summary: 'closes the newsroom to this account again',
  words: z.tuple([emailWord]),
  async run([email], { database, print }) {
    const account = await findAccount(database, email, 'Nothing was changed.');
    const revoked = await database.db
      .delete(userRoles)
      .where(and(eq(userRoles.userId, account.id), eq(userRoles.role, 'admin')))
      .returning();
    print(revoked.length > 0 ? `${email} is no longer an admin.` : `${email} was not an admin.`);
  },
});
