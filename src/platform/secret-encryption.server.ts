import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const MAC_BYTES = 16;

/** What a stored secret is bound to: with any other value it cannot be decrypted. */
export interface EncryptionContext {
  /** A key of `secrets.json`. */
  readonly key: string;
  /** Separates the kinds of secrets that are encrypted with one key. */
  readonly purpose: string;
  /** The id of the row that has the secret. */
  readonly owner: string;
}

/** Encrypts a secret that is stored in the database, so that a copy of the database alone does not contain it. */
export function encryptSecret(context: EncryptionContext, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(context), nonce, { authTagLength: MAC_BYTES });
  cipher.setAAD(Buffer.from(context.owner));
  const encrypted = [cipher.update(secret, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Null if the text was encrypted with another key, as after the loss of `secrets.json`, or for another row. */
export function decryptSecret(context: EncryptionContext, text: string): string | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < NONCE_BYTES + MAC_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, deriveKey(context), nonce, { authTagLength: MAC_BYTES });
  decipher.setAAD(Buffer.from(context.owner));
  decipher.setAuthTag(bytes.subarray(-MAC_BYTES));
  try {
    const decrypted = [decipher.update(bytes.subarray(NONCE_BYTES, -MAC_BYTES)), decipher.final()];
    return Buffer.concat(decrypted).toString('utf8');
  } catch {
    return null;
  }
}

const deriveKey = ({ key, purpose }: EncryptionContext) =>
  new Uint8Array(hkdfSync('sha256', key, '', purpose, 32));
