import { expect, test } from 'vitest';
import { pseudonymFor } from './pseudonym.server.ts';

test('a pseudonym is stable for an address, whatever its case, and different under another key', () => {
  const name = pseudonymFor('Someone@Example.org', 'key');
  expect(name).toMatch(/^Reader [B-DF-HJ-NP-TV-XZ2-9]{4}$/);
  expect(pseudonymFor(' someone@example.org ', 'key')).toBe(name);
  expect(pseudonymFor('someone@example.org', 'other key')).not.toBe(name);
  expect(name).not.toContain('someone');
});
