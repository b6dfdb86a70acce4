import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link lets its holder do. A token is good for one of these and no other. */
export type TokenPurpose = 'confirm' | 'unsubscribe' | 'own-data';

/** The same for an issue that is not public yet: its holder may look at it. */
export type IssuePurpose = 'preview';

const ID_BYTES = 16;
const MAC_BYTES = 24;
const LENGTH = Math.ceil(((ID_BYTES + MAC_BYTES) * 4) / 3);

/**
 * The id of the subscriber, or of the issue, and a proof that we wrote it. It does not expire and may be used again: mails lie in mailboxes for
 * years, and their link to unsubscribe has to work as long. Nothing is stored for it.
 */
export function tokenFor(key: string, purpose: TokenPurpose | IssuePurpose, ownerId: string): string {
  const id = Buffer.from(ownerId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(key, purpose, id)]).toString('base64url');
}

/** The id of the subscriber or the issue, or null for what is no token of ours for this purpose. */
export function readToken(key: string, purpose: TokenPurpose | IssuePurpose, token: string): string | null {
  if (token.length !== LENGTH || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(key, purpose, id))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function macOf(key: string, purpose: TokenPurpose | IssuePurpose, id: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`newsletter ${purpose}\n`)
    .update(id)
    .digest()
    .subarray(0, MAC_BYTES);
}
