import { expect, test } from 'vitest';
import { FrequentKeys } from './frequent-keys.ts';

test('keys that occur once do not displace a frequent one, whose count is too low by a bounded number', () => {
  const keys = new FrequentKeys(100);
  for (let round = 0; round < 10_000; round += 1) {
    keys.add(`once-${round}`);
    if (round % 10 === 0) keys.add('often');
    expect(keys.size).toBeLessThanOrEqual(100);
  }
  const often = keys.drain().get('often') ?? 0;
  expect(often).toBeLessThanOrEqual(1_000);
  expect(often).toBeGreaterThanOrEqual(1_000 - 11_000 / 101);
});
