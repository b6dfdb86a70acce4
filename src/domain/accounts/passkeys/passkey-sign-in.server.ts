import { eq } from 'drizzle-orm';
import type { AccountDeps } from '../account-deps.server.ts';
import type { Session } from '../account.ts';
import { type Client, openSession, recordSignIn, suspendedError } from '../new-session.server.ts';
import type { Assertion } from './passkey.ts';
import { passkeys } from './tables.server.ts';
import { invalidPasskeyError, usePasskey } from './use-passkey.server.ts';

/**
 * Opens a session with a passkey alone, which is both factors: the authenticator has verified the user. Throws as
 * `usePasskey` does; `forbidden` for a suspended account.
 */
export async function signInWithPasskey(
  deps: AccountDeps,
  assertion: Assertion,
  { network, device }: Client,
): Promise<Session> {
  const found = await usePasskey(deps, { purpose: 'sign-in', userId: null, assertion, network });
  if (found.isSuspended) throw suspendedError();
  const { userId, passkeyId } = found;
  const opened = await openSession(deps, { userId, device }, async (tx) => {
    return (await tx.$count(passkeys, eq(passkeys.id, passkeyId))) > 0;
  });
  if (opened === null) throw invalidPasskeyError();
  await recordSignIn(deps, found, { network, detail: 'passkey' });
  return opened;
}
