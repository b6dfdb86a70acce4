import { z } from 'zod';
import { grantAdminRole, inviteAdmin } from '#domain/accounts/admin-role.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { getAccountByEmail } from './account-by-email.server.ts';
import { type CommandContext, defineCommand, emailArg } from './command.ts';

const INVITE = '--invite';
const FORCE = '--force';

export const grantAdmin = defineCommand({
  name: 'grant-admin',
  usage: `EMAIL [${INVITE} | ${FORCE}]`,
  summary: 'grants the admin role to the account with this address',
  options: [INVITE, FORCE],
  args: z.tuple([emailArg], z.enum([INVITE, FORCE])).refine((args) => args.length <= 2),
  async run([email, option], context) {
    if (option === INVITE) await invite(email, context);
    else await grant(email, option === FORCE, context);
  },
});

async function invite(email: string, { config, database, print }: CommandContext): Promise<void> {
  print(await database.transaction((tx) => inviteAdmin(tx, email, config.publicUrl, new Date())));
  print(
    'The link can be used once within three days. It sets the password of the account, confirms the address and grants the role: give it only to the owner of the address.',
  );
}

/** An unconfirmed account may belong to someone who does not control the address. */
async function grant(
  email: string,
  isForced: boolean,
  { config: { publicUrl }, database, print }: CommandContext,
): Promise<void> {
  const { id, emailVerified, isAdmin } = await getAccountByEmail(
    database,
    email,
    `Run this again with ${INVITE} for a link that creates it, or create it at ${publicUrl}/login first.`,
  );
  if (!emailVerified && !isForced && !isAdmin)
    throw new OperatorError(
      `The address ${email} is not confirmed: anyone may have created this account and know its password. Nothing was changed. Run this again with ${INVITE} for a one-time link that sets a new password, confirms the address and grants the role, or with ${FORCE} to grant the role at once.`,
    );
  const isNew = await database.transaction((tx) => grantAdminRole(tx, id));
  print(isNew ? `${email} is an admin now.` : `${email} is an admin already.`);
  if (!emailVerified)
    print('The address is not confirmed. Make sure that the owner of the address created it.');
}
