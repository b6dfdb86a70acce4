import { z } from 'zod';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { findOrCreateAccount, issueInvitation } from '#domain/accounts/invitations.server.ts';
import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { setRole } from '#domain/accounts/roles.server.ts';
import { isLower } from '#domain/accounts/reduced-access.ts';
import { tokenUrl } from '#domain/accounts/token-url.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { reduceAccess } from '../reduced-access.server.ts';
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
    await grantOrInvite({ email, role: 'admin', option }, context);
  },
});

export const grantRole = defineCommand({
  name: 'grant-role',
  usage: `EMAIL ${ROLES.join('|')} [${INVITE} | ${FORCE}]`,
  summary: 'grants a role to the account with this address, in place of its former one',
  options: [INVITE, FORCE],
  args: z.tuple([emailArg, z.enum(ROLES)], z.enum([INVITE, FORCE])).refine((args) => args.length <= 3),
  async run([email, role, option], context) {
    await grantOrInvite({ email, role, option }, context);
  },
});

interface Grant {
  readonly email: string;
  readonly role: Role;
  readonly option: string | undefined;
}

async function grantOrInvite(request: Grant, context: CommandContext): Promise<void> {
  if (request.option === INVITE) await invite(request, context);
  else await grant(request, context);
}

async function invite({ email, role }: Grant, { config, database, print }: CommandContext): Promise<void> {
  const token = await database.transaction(async (tx) => {
    const { id: userId, name } = await findOrCreateAccount(tx, email);
    const object = { id: userId, name };
    await recordEvent(tx, null, { action: 'person_invited', object, detail: role });
    return issueInvitation(tx, { userId, role, invitedBy: null }, new Date());
  });
  print(tokenUrl(config.publicUrl, '/admin', 'verification', token));
  print(
    'The link can be used once within three days. It sets the password of the account, confirms the address and grants the role: give it only to the owner of the address.',
  );
}

/** An unconfirmed account may belong to someone who does not control the address. */
async function grant(
  { email, role, option }: Grant,
  { config: { publicUrl }, database, print }: CommandContext,
): Promise<void> {
  const {
    id,
    name,
    emailVerified,
    role: current,
  } = await getAccountByEmail(
    database,
    email,
    `Run this again with ${INVITE} for a link that creates it, or create it at ${publicUrl}/login first.`,
  );
  if (!emailVerified && option !== FORCE && current !== role)
    throw new OperatorError(
      `The address ${email} is not confirmed: anyone may have created this account and know its password. Nothing was changed. Run this again with ${INVITE} for a one-time link that sets a new password, confirms the address and grants the role, or with ${FORCE} to grant the role at once.`,
    );
  const isNew = await database.transaction(async (tx) => {
    const isChanged = await setRole(tx, id, role);
    const detail = `${current ?? 'no role'} → ${role}`;
    if (isChanged) await recordEvent(tx, null, { action: 'role_changed', object: { id, name }, detail });
    if (isLower(role, ROLES.find((known) => known === current) ?? null))
      await reduceAccess(tx, { userId: id, name, role, isRemoved: false, actor: null, now: new Date() });
    return isChanged;
  });
  const indefinite = /^[ae]/.test(role) ? 'an' : 'a';
  print(`${email} is ${indefinite} ${role} ${isNew ? 'now' : 'already'}.`);
  if (!emailVerified)
    print('The address is not confirmed. Make sure that the owner of the address created it.');
}
