import { createHmac, randomBytes } from 'node:crypto';
import { decryptSecret, encryptSecret, type EncryptionContext } from '#platform/encryption.server.ts';

/** Between 24 and 64 bytes (Standard Webhooks, "Signature scheme"). */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new secret, in the form that verification libraries accept: `whsec_` and Base64. */
export const generateSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

const contextOf = (key: string, webhookId: string): EncryptionContext => ({
  key,
  purpose: 'secrets of webhooks',
  owner: webhookId,
});

export const encryptWebhookSecret = (key: string, webhookId: string, secret: string): string =>
  encryptSecret(contextOf(key, webhookId), secret);

/** Null if it was encrypted with another key, as after a restore into a site with secrets of its own. */
export const decryptWebhookSecret = (key: string, webhookId: string, text: string): string | null =>
  decryptSecret(contextOf(key, webhookId), text);

interface SignedMessage {
  readonly id: string;
  /** The time of the request. */
  readonly at: Date;
  readonly body: string;
  /** All valid ones: while one is replaced, the receiver may know either. */
  readonly secrets: readonly string[];
}

/** The header fields of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, one signature for each secret. */
export function signatureHeaders({ id, at, body, secrets }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
