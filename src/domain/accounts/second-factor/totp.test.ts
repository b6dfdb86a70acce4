import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { findTotpStep } from './totp.server.ts';

// RFC 6238, appendix B: the last six digits of the SHA-1 rows.
const SECRET = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i seconds', (seconds, code) => {
    expect(findTotpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  test('are accepted one step early or late, and not two', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const isAccepted = (steps: number) => findTotpStep(SECRET, '005924', at((step + steps) * 30)) === step;
    expect([-2, -1, 0, 1, 2].map(isAccepted)).toEqual([false, true, true, true, false]);
  });

  test.each(['', '00592', '0059240', 'abcdef', '-05924', '００５９２４'])('%j is none', (code) => {
    expect(findTotpStep(SECRET, code, at(1_234_567_890))).toBeNull();
  });
});
