import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const MAC_BYTES = 16;

/** Encrypts the secret of an authenticator app for one account: in the row of another one it cannot be decrypted. */
export function encryptSecret(key: string, userId: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(key), nonce, { authTagLength: MAC_BYTES });
  cipher.setAAD(Buffer.from(userId));
  const encrypted = [cipher.update(secret, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Null if the text was encrypted with another key, as after the loss of `secrets.json`, or for another account. */
export function decryptSecret(key: string, userId: string, text: string): string | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < NONCE_BYTES + MAC_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, deriveKey(key), nonce, { authTagLength: MAC_BYTES });
  decipher.setAAD(Buffer.from(userId));
  decipher.setAuthTag(bytes.subarray(-MAC_BYTES));
  try {
    const decrypted = [decipher.update(bytes.subarray(NONCE_BYTES, -MAC_BYTES)), decipher.final()];
    return Buffer.concat(decrypted).toString('utf8');
  } catch {
    return null;
  }
}

const deriveKey = (key: string) =>
  new Uint8Array(hkdfSync('sha256', key, '', 'secrets of second factors', 32));
