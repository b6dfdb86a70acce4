import { DomainError } from '#platform/domain-error.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { decrypt, encrypt } from '#platform/encryption.server.ts';

/** Hours for which a link is valid. Short, because it gives access to all data about an address. */
export const LINK_HOURS = 24;

const TIME_BYTES = 6;
/** Characters. Enough for the longest address (254 bytes). */
const MAX_TOKEN_LENGTH = 400;

export interface LinkTokenContent {
  /** In lower case. */
  readonly address: string;
  readonly expiresAt: Date;
}

/**
 * Encrypts an address and an expiry time with authentication. Unlike a signed token it does not expose the address in
 * the address bar, the history or the logs of a proxy. Nothing is stored.
 */
export function createLinkToken(secret: string, address: string, now: Date): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(now.getTime() + LINK_HOURS * HOUR_MS, 0, TIME_BYTES);
  return encrypt(linkContext(secret), Buffer.concat([time, Buffer.from(address)]));
}

/** Decrypts a token. Throws `invalid` for an invalid token and `gone` for an expired one. */
export function readLinkToken(secret: string, token: string, now: Date): LinkTokenContent {
  const isToken = token.length <= MAX_TOKEN_LENGTH && /^[\w-]+$/.test(token);
  const decrypted = isToken ? decrypt(linkContext(secret), token) : null;
  if (decrypted === null || decrypted.length <= TIME_BYTES)
    throw new DomainError('invalid', 'This link is incomplete. Please copy it from the email again.');
  const expiresAt = new Date(decrypted.readUIntBE(0, TIME_BYTES));
  if (expiresAt <= now) throw new DomainError('gone', 'This link has expired. Please request a new one.');
  return { address: decrypted.subarray(TIME_BYTES).toString('utf8'), expiresAt };
}

/** Changing the purpose invalidates all issued tokens. */
const linkContext = (key: string) => ({
  key,
  purpose: 'links to what is kept about an address',
  owner: '',
});
