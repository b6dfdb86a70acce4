import { z } from 'zod';
import { revokeRole } from '#domain/accounts/roles.server.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { deleteInvitation } from '#domain/accounts/invitations.server.ts';
import { reduceAccess } from '../reduced-access.server.ts';
import { getAccountByEmail } from './account-by-email.server.ts';
import { defineCommand, emailArg } from './command.ts';

export const revokeAdmin = defineCommand({
  name: 'revoke-admin',
  usage: 'EMAIL',
  summary: 'revokes the admin role of the account with this address',
  args: z.tuple([emailArg]),
  async run([email], { database, print }) {
    const { id, name, role } = await getAccountByEmail(database, email, 'Nothing was changed.');
    const wasAdmin = role === 'admin';
    // An account with another role loses only an invitation, which could grant the role.
    await database.transaction(async (tx) => {
      if (!wasAdmin) {
        await deleteInvitation(tx, id);
        return;
      }
      await revokeRole(tx, id);
      const detail = 'admin → no role';
      await recordEvent(tx, null, { action: 'role_changed', object: { id, name }, detail });
      const access = { userId: id, name, role: null, isRemoved: false, actor: null } as const;
      await reduceAccess(tx, { ...access, now: new Date() });
    });
    print(wasAdmin ? `${email} is no longer an admin.` : `${email} was not an admin.`);
  },
});
