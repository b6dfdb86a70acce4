import type { AccountDeps } from './account-deps.server.ts';
import type { EmailVerificationInput, LinkAccount } from './account.ts';
import { findLinkAccount, setPasswordByLink } from './email-link.server.ts';
import type { TokenPurpose } from './one-time-token.server.ts';

const CONFIRMATION_PURPOSES: readonly TokenPurpose[] = ['verify-email', 'invitation', 'invite-admin'];

/** Returns the account whose address a link confirms, for the form that asks for the password. */
export async function findEmailVerification(
  deps: AccountDeps,
  token: string,
  network: string,
): Promise<LinkAccount> {
  const { name, email } = await findLinkAccount(deps, CONFIRMATION_PURPOSES, token, network);
  return { name, email };
}

/**
 * Confirms the address of an account and sets its password. Someone else may have created the account, so confirming the
 * address alone could confirm a password that the owner did not choose.
 */
export function verifyEmail(
  deps: AccountDeps,
  input: EmailVerificationInput,
  network: string,
): Promise<void> {
  return setPasswordByLink(deps, CONFIRMATION_PURPOSES, input, network);
}
