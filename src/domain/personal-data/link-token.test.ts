import { describe, expect, it } from 'vitest';
import { LINK_HOURS, readLinkToken, createLinkToken } from './link-token.server.ts';

const SECRET = 's'.repeat(43);
const NOW = new Date('2026-05-04T12:00:00Z');
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const token = createLinkToken(SECRET, 'ada@news.example', NOW);
const INVALID = expect.objectContaining({ code: 'invalid' });

describe('a personal data link token', () => {
  it('contains the address and expires', () => {
    const content = { address: 'ada@news.example', expiresAt: after(LINK_HOURS) };
    expect(readLinkToken(SECRET, token, NOW)).toEqual(content);
    expect(readLinkToken(SECRET, token, after(LINK_HOURS - 0.001))).toEqual(content);
    expect(() => readLinkToken(SECRET, token, after(LINK_HOURS))).toThrow(
      expect.objectContaining({ code: 'gone' }),
    );
  });

  it('differs for each call and does not expose the address', () => {
    expect(createLinkToken(SECRET, 'ada@news.example', NOW)).not.toBe(token);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('ada');
  });

  it('is invalid after any change', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (let offset = 0; offset < bytes.length; offset++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset);
      expect(() => readLinkToken(SECRET, changed.toString('base64url'), NOW)).toThrow(INVALID);
    }
    const other = Buffer.from(createLinkToken(SECRET, 'eve@news.example', NOW), 'base64url');
    const mixed = Buffer.concat([bytes.subarray(0, 20), other.subarray(20)]).toString('base64url');
    for (const broken of [
      '',
      'x',
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      mixed,
      'A'.repeat(99),
    ])
      expect(() => readLinkToken(SECRET, broken, NOW)).toThrow(INVALID);
  });

  it('is invalid with another secret', () => {
    expect(() => readLinkToken('t'.repeat(43), token, NOW)).toThrow(INVALID);
  });
});
