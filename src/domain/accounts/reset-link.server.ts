import type { Transaction } from '#platform/db/database.ts';
import { linkOf } from './link-address.ts';
import { issueToken } from './one-time-token.server.ts';

/** The link to choose a new password, to be handed over by somebody who runs the site. */
export async function resetLink(
  tx: Transaction,
  userId: string,
  publicUrl: string,
  now: Date,
): Promise<string> {
  return linkOf(publicUrl, '/login', 'reset', await issueToken(tx, 'reset-password', userId, now));
}
