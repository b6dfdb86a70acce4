import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Refusal } from '#platform/refusal.ts';

/** What a link opens is all that is kept about somebody, so it does not stay good in a mailbox for years. */
export const LINK_HOURS = 24;

const HOUR_MS = 3_600_000;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const MAC_BYTES = 16;
const TIME_BYTES = 6;
/** Around the longest address (254 bytes). */
const LONGEST_TOKEN = 400;

export interface OpenedLink {
  /** Lower-cased. */
  readonly address: string;
  readonly expiresAt: Date;
}

/**
 * An address and a time, sealed: nobody else can make one or change it, and unlike with a signature the address stands
 * in no address bar, history or log of a proxy. Nothing is stored for it.
 */
export function sealLink(secret: string, address: string, now: Date): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(now.getTime() + LINK_HOURS * HOUR_MS, 0, TIME_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFrom(secret), nonce, { authTagLength: MAC_BYTES });
  const sealed = [cipher.update(time), cipher.update(address, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Refuses `invalid` what is no token of ours, `gone` one that is too old. */
export function openLink(secret: string, token: string, now: Date): OpenedLink {
  const opened = unsealed(secret, token);
  if (opened === null)
    throw new Refusal('invalid', 'This link is not complete. Please take it from the mail again.');
  const expiresAt = new Date(opened.readUIntBE(0, TIME_BYTES));
  if (expiresAt <= now) throw new Refusal('gone', 'This link is too old. Please ask for a new one.');
  return { address: opened.subarray(TIME_BYTES).toString('utf8'), expiresAt };
}

function unsealed(secret: string, token: string): Buffer | null {
  if (token.length > LONGEST_TOKEN || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= NONCE_BYTES + TIME_BYTES + MAC_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, keyFrom(secret), nonce, { authTagLength: MAC_BYTES });
  decipher.setAuthTag(bytes.subarray(-MAC_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -MAC_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** A key of the length the cipher asks for. */
const keyFrom = (secret: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'links to what is kept about an address', 32));
