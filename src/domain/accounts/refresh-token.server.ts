import { createHmac, timingSafeEqual } from 'node:crypto';

/** Content of a refresh token: the session, and which of its successive secrets. */
export interface RefreshClaim {
  readonly sessionId: string;
  readonly secret: string;
}

const TOKEN_PATTERN = /^([0-9a-f-]{36})\.([\w-]{16,64})\.([\w-]{43})$/;

/**
 * Encodes a token for the client. The signature has two purposes: a copy of the table is not enough to forge a token, and
 * nobody can end a session by guessing, because a valid signature proves that this token was once issued.
 */
export function signRefreshToken({ sessionId, secret }: RefreshClaim, key: string): string {
  return `${sessionId}.${secret}.${signature(`${sessionId}.${secret}`, key)}`;
}

/** Returns the content of a token, or null if it was not signed with this key. */
export function verifyRefreshToken(token: string, key: string): RefreshClaim | null {
  const [, sessionId, secret, actual] = TOKEN_PATTERN.exec(token) ?? [];
  if (sessionId === undefined || secret === undefined || actual === undefined) return null;
  const expected = signature(`${sessionId}.${secret}`, key);
  return timingSafeEqual(Buffer.from(actual), Buffer.from(expected)) ? { sessionId, secret } : null;
}

function signature(text: string, key: string): string {
  return createHmac('sha256', key).update(`refresh-token\n${text}`).digest('base64url');
}
