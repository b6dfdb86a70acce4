import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { requireOwnPassword } from '../own-account/own-password.server.ts';
import type { Assertion } from '../passkeys/passkey.ts';
import { usePasskey } from '../passkeys/use-passkey.server.ts';
import { isSecondFactorEnabled } from './requirement.server.ts';
import { useCode } from './verify-code.server.ts';

/**
 * What a signed-in user proves before a change of the second factors or of the address: the password, with a code as well if there is a second
 * factor, or a passkey, which is both.
 */
export interface Proof {
  readonly current_password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: Assertion | undefined;
  readonly network: string;
}

/** Throws `unprocessable` with the field `current_password`, `code` or `passkey`; `too_many`. */
export async function requireProof(
  deps: AccountDeps,
  userId: string,
  { current_password: password, code, passkey, network }: Proof,
): Promise<void> {
  if (passkey !== undefined) {
    await usePasskey(deps, { purpose: 'proof', userId, assertion: passkey, network });
    return;
  }
  await requireOwnPassword(deps, userId, password ?? '');
  if (!(await isSecondFactorEnabled(deps.database.db, userId))) return;
  if (code === undefined) {
    const message = 'Please enter the code';
    throw new DomainError('unprocessable', message, { fields: { code: message } });
  }
  await useCode(deps, { userId, code, network });
}
