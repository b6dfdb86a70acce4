import { z } from 'zod';
import { resetSecondFactor } from '#domain/accounts/second-factor/reset.server.ts';
import { getAccountByEmail } from './account-by-email.server.ts';
import { defineCommand, emailArg } from './command.ts';

export const resetSecondFactorCommand = defineCommand({
  name: 'reset-second-factor',
  usage: 'EMAIL',
  summary:
    'removes the authenticator app, the passkeys and the recovery codes of an account whose owner has lost them',
  args: z.tuple([emailArg]),
  async run([email], { database, print }) {
    const found = await getAccountByEmail(database, email, 'Nothing was changed.');
    const wasReset = await database.transaction((tx) => resetSecondFactor(tx, null, found, new Date()));
    print(
      wasReset
        ? `${email} signs in with the password alone now. All sessions of the account have ended.`
        : `${email} has no second factor.`,
    );
  },
});
