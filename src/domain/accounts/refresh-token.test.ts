import { describe, expect, it } from 'vitest';
import { signRefreshToken, verifyRefreshToken } from './refresh-token.server.ts';

const KEY = 'key of the site';
const CLAIM = { sessionId: '018f0000-0000-7000-8000-000000000000', secret: 'S'.repeat(32) };
const TOKEN = signRefreshToken(CLAIM, KEY);
const [ID = '', SECRET = '', SIGNATURE = ''] = TOKEN.split('.');

describe('a refresh token', () => {
  it('has the session and its secret, for the key with which it was signed', () => {
    expect(verifyRefreshToken(TOKEN, KEY)).toEqual(CLAIM);
    expect(verifyRefreshToken(TOKEN, `${KEY} `)).toBeNull();
    expect(signRefreshToken(CLAIM, `${KEY} `)).not.toBe(TOKEN);
  });

  it.each([
    '',
    'a.b.c',
    SECRET,
    `${ID}.${SECRET}`,
    `${ID}.${SECRET}.`,
    `x${TOKEN}`,
    `0${TOKEN}`,
    `${TOKEN}x`,
    `${TOKEN}\n`,
    `${ID}.${'T'.repeat(32)}.${SIGNATURE}`,
    `${ID.replace('018f', '018e')}.${SECRET}.${SIGNATURE}`,
    `${ID}.${SECRET}.${SIGNATURE.slice(1)}`,
    `${ID}.${SECRET}.${'A'.repeat(43)}`,
    signRefreshToken({ ...CLAIM, secret: 'S'.repeat(15) }, KEY),
    signRefreshToken({ ...CLAIM, secret: 'S'.repeat(65) }, KEY),
    signRefreshToken({ ...CLAIM, sessionId: 'another' }, KEY),
  ])('is not %j', (token) => {
    expect(verifyRefreshToken(token, KEY)).toBeNull();
  });
});
