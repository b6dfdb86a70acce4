import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a refresh token names: the session, and which of its successive secrets. */
export interface RefreshClaim {
  readonly sessionId: string;
  readonly secret: string;
}

const SHAPE = /^([0-9a-f-]{36})\.([\w-]{16,64})\.([\w-]{43})$/;

/**
 * The token as the client holds it. Signed, so that a copy of the table makes nobody a session, and so that no stranger
 * can end one by guessing: an old secret of a session is proof that this very token was ours once.
 */
export function sealRefreshToken({ sessionId, secret }: RefreshClaim, key: string): string {
  return `${sessionId}.${secret}.${signature(`${sessionId}.${secret}`, key)}`;
}

/** Null for anything we have not sealed with this key. */
export function openRefreshToken(token: string, key: string): RefreshClaim | null {
  const [, sessionId, secret, given] = SHAPE.exec(token) ?? [];
  if (sessionId === undefined || secret === undefined || given === undefined) return null;
  const expected = signature(`${sessionId}.${secret}`, key);
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? { sessionId, secret } : null;
}

function signature(text: string, key: string): string {
  return createHmac('sha256', key).update(`refresh-token\n${text}`).digest('base64url');
}
