import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const MAC_BYTES = 16;

/** What encrypted data is bound to: with any other value it cannot be decrypted. */
export interface EncryptionContext {
  /** A key of `secrets.json`. */
  readonly key: string;
  /** Separates the kinds of data that are encrypted with one key. */
  readonly purpose: string;
  /** The id of the row that has the data; empty for data that no row has. */
  readonly owner: string;
}

/** Encrypts a secret that is stored in the database, so that a copy of the database alone does not contain it. */
export const encryptSecret = (context: EncryptionContext, secret: string): string =>
  encrypt(context, Buffer.from(secret));

/** Null if the text was encrypted with another key, as after the loss of `secrets.json`, or for another row. */
export const decryptSecret = (context: EncryptionContext, text: string): string | null =>
  decrypt(context, text)?.toString('utf8') ?? null;

/** Encrypts with authentication (AES-256-GCM). The result is base64url, which needs no escaping in an address. */
export function encrypt(context: EncryptionContext, data: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(context), nonce, { authTagLength: MAC_BYTES });
  cipher.setAAD(Buffer.from(context.owner));
  const encrypted = [cipher.update(data), cipher.final()];
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Null if `encrypt` did not return the text for this context. */
export function decrypt(context: EncryptionContext, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < NONCE_BYTES + MAC_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, deriveKey(context), nonce, { authTagLength: MAC_BYTES });
  decipher.setAAD(Buffer.from(context.owner));
  decipher.setAuthTag(bytes.subarray(-MAC_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -MAC_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** A key of the length that the cipher requires. */
const deriveKey = ({ key, purpose }: EncryptionContext) =>
  new Uint8Array(hkdfSync('sha256', key, '', purpose, 32));
