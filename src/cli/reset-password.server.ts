import { z } from 'zod';
import { createResetLink } from '#domain/accounts/reset-link.server.ts';
import { getAccountByEmail } from './account-by-email.server.ts';
import { defineCommand, emailArg } from './command.ts';

export const resetPassword = defineCommand({
  name: 'reset-password',
  usage: 'EMAIL',
  summary: 'prints a one-time link that sets a new password',
  args: z.tuple([emailArg]),
  async run([email], { config: { publicUrl }, database, print }) {
    const { id } = await getAccountByEmail(database, email, 'Nothing was changed.');
    print(await database.transaction((tx) => createResetLink(tx, id, publicUrl, new Date())));
    print('The link expires in one hour and can be used once; using it ends every session of the account.');
  },
});
