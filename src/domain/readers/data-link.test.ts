import { describe, expect, it } from 'vitest';
import { LINK_HOURS, openLink, sealLink } from './data-link.server.ts';

const SECRET = 's'.repeat(43);
const NOW = new Date('2026-05-04T12:00:00Z');
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const token = sealLink(SECRET, 'ada@news.example', NOW);
const INVALID = expect.objectContaining({ code: 'invalid' });

describe('a link to what is kept about an address', () => {
  it('opens it, until it is too old', () => {
    const opened = { address: 'ada@news.example', expiresAt: after(LINK_HOURS) };
    expect(openLink(SECRET, token, NOW)).toEqual(opened);
    expect(openLink(SECRET, token, after(LINK_HOURS - 0.001))).toEqual(opened);
    expect(() => openLink(SECRET, token, after(LINK_HOURS))).toThrow(
      expect.objectContaining({ code: 'gone' }),
    );
  });

  it('is another one each time, and shows no address', () => {
    expect(sealLink(SECRET, 'ada@news.example', NOW)).not.toBe(token);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('ada');
  });

  it('is worth nothing when any of it was changed', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => openLink(SECRET, changed.toString('base64url'), NOW)).toThrow(INVALID);
    }
    const other = Buffer.from(sealLink(SECRET, 'eve@news.example', NOW), 'base64url');
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
      expect(() => openLink(SECRET, broken, NOW)).toThrow(INVALID);
  });

  it('is worth nothing elsewhere', () => {
    expect(() => openLink('t'.repeat(43), token, NOW)).toThrow(INVALID);
  });
});
