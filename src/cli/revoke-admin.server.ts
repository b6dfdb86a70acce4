import { z } from 'zod';
import { revokeAdminRole } from '#domain/accounts/granting.server.ts';
import { findAccount } from './account-by-email.server.ts';
import { defineCommand, emailWord } from './command.ts';

export const revokeAdmin = defineCommand({
  name: 'revoke-admin',
  usage: 'EMAIL',
  summary: 'closes the newsroom to this account again',
  words: z.tuple([emailWord]),
  async run([email], { database, print }) {
    const { id } = await findAccount(database, email, 'Nothing was changed.');
    const wasAdmin = await database.transaction((tx) => revokeAdminRole(tx, id));
    print(wasAdmin ? `${email} is no longer an admin.` : `${email} was not an admin.`);
  },
});
