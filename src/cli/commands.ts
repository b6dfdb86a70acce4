import { backup } from './backup/backup.server.ts';
import { restore } from './backup/restore.server.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.server.ts';
import { grantAdmin, grantRole } from './grant-role.server.ts';
import { removeSamples } from './remove-samples.server.ts';
import { resetPassword } from './reset-password.server.ts';
import { resetSecondFactorCommand } from './reset-second-factor.server.ts';
import { settings } from './settings.server.ts';
import { revokeAdmin } from './revoke-admin.server.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  grantAdmin,
  grantRole,
  revokeAdmin,
  resetPassword,
  resetSecondFactorCommand,
  settings,
  removeSamples,
  backup,
  restore,
  doctor,
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
