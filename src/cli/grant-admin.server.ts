import { z } from 'zod';
import { userRoles } from '#domain/accounts/tables.server.ts';
import { findAccount } from './account-by-email.server.ts';
import { defineCommand, emailWord } from './command.ts';

export const grantAdmin = defineCommand({
  name: 'grant-admin',
  usage: 'EMAIL',
  summary: 'lets the account of this address into the newsroom',
  words: z.tuple([emailWord]),
  async run([email], { config: { publicUrl }, database, print }) {
    const account = await findAccount(
      database,
      email,
      `Create it at ${publicUrl}/login first, then run this again.`,
    );
    const granted = await database.db
      .insert(userRoles)
      .values({ userId: account.id, role: 'admin' })
      .onConflictDoNothing()
      .returning();
    print(granted.length > 0 ? `${email} is an admin now.` : `${email} is an admin already.`);
    if (!account.emailVerified)
      print(
        'The address is not confirmed yet: anybody may have created the account. Make sure that it is theirs.',
      );
  },
});
