import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '#platform/domain-error.ts';

/** Hours for which a link is valid. Short, because it gives access to all data about an address. */
export const LINK_HOURS = 24;

const HOUR_MS = 3_600_000;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const MAC_BYTES = 16;
const TIME_BYTES = 6;
/** Characters. Enough for the longest address (254 bytes). */
const MAX_TOKEN_LENGTH = 400;

export interface LinkTokenContent {
  /** In lower case. */
  readonly address: string;
  readonly expiresAt: Date;
}

/**
 * Encrypts an address and an expiry time with authentication (AES-256-GCM). Unlike a signed token it does not expose the
 * address in the address bar, the history or the logs of a proxy. Nothing is stored.
 */
export function createLinkToken(secret: string, address: string, now: Date): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(now.getTime() + LINK_HOURS * HOUR_MS, 0, TIME_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(secret), nonce, { authTagLength: MAC_BYTES });
  const encrypted = [cipher.update(time), cipher.update(address, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a token. Throws `invalid` for an invalid token and `gone` for an expired one. */
export function readLinkToken(secret: string, token: string, now: Date): LinkTokenContent {
  const decrypted = decrypt(secret, token);
  if (decrypted === null)
    throw new DomainError('invalid', 'This link is incomplete. Please copy it from the email again.');
  const expiresAt = new Date(decrypted.readUIntBE(0, TIME_BYTES));
  if (expiresAt <= now) throw new DomainError('gone', 'This link has expired. Please request a new one.');
  return { address: decrypted.subarray(TIME_BYTES).toString('utf8'), expiresAt };
}

function decrypt(secret: string, token: string): Buffer | null {
  if (token.length > MAX_TOKEN_LENGTH || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= NONCE_BYTES + TIME_BYTES + MAC_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, deriveKey(secret), nonce, { authTagLength: MAC_BYTES });
  decipher.setAuthTag(bytes.subarray(-MAC_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -MAC_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Derives a key of the length that the cipher requires. Changing the label invalidates all issued tokens. */
const deriveKey = (secret: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'links to what is kept about an address', 32));
