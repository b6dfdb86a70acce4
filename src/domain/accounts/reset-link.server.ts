import type { Transaction } from '#platform/db/database.ts';
import { tokenUrl } from './token-url.ts';
import { issueToken } from './one-time-token.server.ts';

/** Creates a password reset link that an operator of the site can pass on. */
export async function createResetLink(
  tx: Transaction,
  userId: string,
  publicUrl: string,
  now: Date,
): Promise<string> {
  return tokenUrl(publicUrl, '/login', 'reset', await issueToken(tx, 'reset-password', userId, { now }));
}
