import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { countAttempt, refundAttempt } from '../rate-limits.server.ts';

/**
 * Counts an attempt to enter a code, over all sessions of the account and all accounts of the network. With three valid
 * codes of a million at any time, 20 guesses a day find one in 45 years.
 */
export async function countCodeAttempt(
  { rateLimit }: AccountDeps,
  userId: string,
  network: string,
): Promise<void> {
  await countAttempt(rateLimit, 'codeNetwork', network);
  await countAttempt(rateLimit, 'codeAccount', userId);
  await countAttempt(rateLimit, 'codeAccountDay', userId);
}

/** Takes back an attempt with a valid code. */
export async function refundCodeAttempt(
  { rateLimit }: AccountDeps,
  userId: string,
  network: string,
): Promise<void> {
  await refundAttempt(rateLimit, 'codeNetwork', network);
  await refundAttempt(rateLimit, 'codeAccount', userId);
  await refundAttempt(rateLimit, 'codeAccountDay', userId);
}

/** A code without the spaces and hyphens that apps and people write. */
export const parseCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

export function invalidCodeError(): DomainError {
  const message = 'This code is not valid. Codes work once; wait for the next one if you have used it.';
  return new DomainError('unprocessable', message, { fields: { code: message } });
}
