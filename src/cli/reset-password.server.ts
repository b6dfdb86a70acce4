import { z } from 'zod';
import { resetLink } from '#domain/accounts/reset-link.server.ts';
import { findAccount } from './account-by-email.server.ts';
import { defineCommand, emailWord } from './command.ts';

export const resetPassword = defineCommand({
  name: 'reset-password',
  usage: 'EMAIL',
  summary: 'makes a link with which the owner of this account chooses a new password',
  words: z.tuple([emailWord]),
  async run([email], { config: { publicUrl }, database, print }) {
    const { id } = await findAccount(database, email, 'Nothing was changed.');
    print(await database.transaction((tx) => resetLink(tx, id, publicUrl, new Date())));
    print('The link holds for one hour and can be used once; using it ends every session of the account.');
  },
});
