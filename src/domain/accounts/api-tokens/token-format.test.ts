import { expect, test } from 'vitest';
import { generateToken, hashToken, isWellFormed, startOf } from './token-format.server.ts';

test('a token has a prefix, 32 random characters and a checksum', () => {
  const tokens = Array.from({ length: 200 }, generateToken);
  expect(new Set(tokens.map((token) => token.slice(4, 36))).size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^mer_[0-9A-Za-z]{38}$/);
    expect(isWellFormed(token)).toBe(true);
    expect(token.startsWith(startOf(token))).toBe(true);
    expect(startOf(token)).toHaveLength(8);
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('the checksum is that of CRC-32, and recognizes typing errors', () => {
  const token = 'mer_00000000000000000000000000000000';
  const valid = [generateToken()].find(isWellFormed) ?? '';
  for (const changed of [
    valid.slice(1),
    valid.slice(0, -1),
    `${valid}0`,
    ` ${valid}`,
    valid.toLowerCase(),
    valid.replace('mer_', 'mer-'),
    valid.slice(0, 10) + (valid[10] === '0' ? '1' : '0') + valid.slice(11),
    valid.slice(0, 9) + valid[10] + valid[9] + valid.slice(11),
    `${token}000000`,
    '',
  ])
    expect([changed, isWellFormed(changed)]).toEqual([changed, changed === valid]);
});
