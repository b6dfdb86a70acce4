import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#platform/durations.ts';

/** What a link permits. A token is valid for exactly one purpose. */
export type TokenPurpose = 'confirm' | 'unsubscribe' | 'own-data';

const ID_BYTES = 16;
const MAC_BYTES = 24;

/**
 * Creates a token: the id of the subscriber with a MAC. It is not stored, does not expire and can be used repeatedly,
 * because emails stay in mailboxes for years and their unsubscribe links have to keep working.
 */
export function tokenFor(key: string, purpose: TokenPurpose, subscriberId: string): string {
  return signed(key, purpose, idBytes(subscriberId));
}

/** Returns the id of the subscriber, or null if the token is not valid for this purpose. */
export function readToken(key: string, purpose: TokenPurpose, token: string): string | null {
  const id = verified(key, purpose, token, ID_BYTES);
  return id === null ? null : idText(id);
}

const DAY_BYTES = 4;
/** Days for which a preview token is valid, after the day of its creation. */
const PREVIEW_DAYS = 14;

const dayOf = (date: Date) => Math.floor(date.getTime() / DAY_MS);

/** Creates a token for the preview of an issue that is not public yet. Valid until the end (UTC) of the 14th day from `now`. */
export function previewTokenFor(key: string, issueId: string, now: Date): string {
  const day = Buffer.alloc(DAY_BYTES);
  day.writeUInt32BE(dayOf(now));
  return signed(key, 'preview', Buffer.concat([idBytes(issueId), day]));
}

/** Returns the id of the issue, or null if the token is invalid or expired. */
export function readPreviewToken(key: string, token: string, now: Date): string | null {
  const payload = verified(key, 'preview', token, ID_BYTES + DAY_BYTES);
  if (payload === null || dayOf(now) - payload.readUInt32BE(ID_BYTES) > PREVIEW_DAYS) return null;
  return idText(payload.subarray(0, ID_BYTES));
}

type Purpose = TokenPurpose | 'preview';

function signed(key: string, purpose: Purpose, payload: Uint8Array): string {
  return Buffer.concat([payload, macOf(key, purpose, payload)]).toString('base64url');
}

/**
 * Returns the payload, or null if the MAC does not match.
 *
 * @param length of the payload in bytes
 */
function verified(key: string, purpose: Purpose, token: string, length: number): Buffer | null {
  if (token.length !== Math.ceil(((length + MAC_BYTES) * 4) / 3) || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(0, length);
  return timingSafeEqual(bytes.subarray(length), macOf(key, purpose, payload)) ? payload : null;
}

function macOf(key: string, purpose: Purpose, payload: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`newsletter ${purpose}\n`)
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

const idText = (id: Buffer) => id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
