import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '#platform/domain-error.ts';
import { DAY_MS } from '#platform/durations.ts';

/** Days for which a confirmation link is valid. */
export const RECIPIENT_LINK_DAYS = 3;

/** Characters; enough for the longest address. */
const MAX_TOKEN_LENGTH = 700;

const Content = z.tuple([z.string(), z.number()]);

/** A signed address with an expiry time. Nothing is stored: the token is in an email to that address only. */
export function createRecipientToken(key: string, address: string, now: Date): string {
  const content = JSON.stringify([address, now.getTime() + RECIPIENT_LINK_DAYS * DAY_MS]);
  const payload = Buffer.from(content).toString('base64url');
  return `${payload}-${macOf(key, payload)}`;
}

/** Returns the address. Throws `invalid` for an invalid token and `gone` for an expired one. */
export function readRecipientToken(key: string, token: string, now: Date): string {
  const payload = token.slice(0, -MAC_LENGTH - 1);
  const given = Buffer.from(token.slice(-MAC_LENGTH));
  const expected = Buffer.from(macOf(key, payload));
  if (
    token.length > MAX_TOKEN_LENGTH ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected)
  )
    throw new DomainError('invalid', 'This link is incomplete. Please copy it from the email again.');
  const [address, expiresAt] = Content.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (expiresAt <= now.getTime()) throw new DomainError('gone', 'This link has expired.');
  return address;
}

/** Characters of a SHA-256 MAC in base64url. */
const MAC_LENGTH = 43;

function macOf(key: string, payload: string): string {
  return createHmac('sha256', key).update('contact recipient\n').update(payload).digest('base64url');
}
