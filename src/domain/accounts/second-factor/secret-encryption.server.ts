import { decryptSecret, encryptSecret, type EncryptionContext } from '#platform/encryption.server.ts';

const contextOf = (key: string, userId: string): EncryptionContext => ({
  key,
  purpose: 'secrets of second factors',
  owner: userId,
});

/** Encrypts the secret of an authenticator app for one account. */
export const encryptAppSecret = (key: string, userId: string, secret: string): string =>
  encryptSecret(contextOf(key, userId), secret);

/** Null if the text was encrypted with another key, as after the loss of `secrets.json`, or for another account. */
export const decryptAppSecret = (key: string, userId: string, text: string): string | null =>
  decryptSecret(contextOf(key, userId), text);
