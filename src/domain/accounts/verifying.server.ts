import type { AccountParts } from './account-parts.server.ts';
import type { EmailVerification, LinkAccount } from './account.ts';
import { findLinkAccount, setPasswordByLink } from './link.server.ts';
import type { Purpose } from './one-time-token.server.ts';

const CONFIRMING: readonly Purpose[] = ['verify-email', 'invite-admin'];

/** Whose address a link confirms, for the screen that asks for the password. */
export async function findEmailVerification(
  parts: AccountParts,
  token: string,
  network: string,
): Promise<LinkAccount> {
  const { name, email } = await findLinkAccount(parts, CONFIRMING, token, network);
  return { name, email };
}

/**
 * Confirms that the address of an account is its owner's, and sets the password. The account may have been created by
 * somebody else, so a link alone would confirm a stranger's password.
 */
export function verifyEmail(parts: AccountParts, given: EmailVerification, network: string): Promise<void> {
  return setPasswordByLink(parts, CONFIRMING, given, network);
}
