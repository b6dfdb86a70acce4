import { z } from 'zod';
import { userRoles } from '#domain/accounts/tables.server.ts';
import { findAccount } from './account-by-email.server.ts';
import { defineCommand, emailWord } from './command.ts';

export const grantAdmin = defineCommand({
  name: 'grant-admin',
  usage: 'EMAIL',
  summary: 'lets the account of this address into the newsroom',
  words: z.tuple([emailWord]),
  async run([email], { database, print }) {
    const account = await findAccount(
      database,
      email,
      'It has to be created first, which this release cannot do yet.',
    );
    const granted = await database.db
      .insert(userRoles)
      .values({ userId: account.id, role: 'admin' })
      .onConflictDoNothing()
      .returning();
    print(granted.length > 0 ? `${email} is an admin now.` : `${email} is an admin already.`);
  },
});
