import { z } from 'zod';
import { revokeAdminRole } from '#domain/accounts/admin-role.server.ts';
import { getAccountByEmail } from './account-by-email.server.ts';
import { defineCommand, emailArg } from './command.ts';

export const revokeAdmin = defineCommand({
  name: 'revoke-admin',
  usage: 'EMAIL',
  summary: 'revokes the admin role of the account with this address',
  args: z.tuple([emailArg]),
  async run([email], { database, print }) {
    const { id } = await getAccountByEmail(database, email, 'Nothing was changed.');
    const wasAdmin = await database.transaction((tx) => revokeAdminRole(tx, id));
    print(wasAdmin ? `${email} is no longer an admin.` : `${email} was not an admin.`);
  },
});
