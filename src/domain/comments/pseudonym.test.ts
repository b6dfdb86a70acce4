import { expect, test } from 'vitest';
import { pseudonymFor } from './pseudonym.server.ts';

test('a pseudonym is the same for an address on an article in any case, and differs with another key', () => {
  const name = pseudonymFor('article', 'Someone@Example.org', 'key');
  expect(name).toMatch(/^Reader [B-DF-HJ-NP-TV-XZ2-9]{4}$/);
  expect(pseudonymFor('article', ' someone@example.org ', 'key')).toBe(name);
  expect(pseudonymFor('article', 'someone@example.org', 'other key')).not.toBe(name);
  expect(name).not.toContain('someone');
});

test('a pseudonym differs between articles', () => {
  const names = Array.from({ length: 50 }, (_, number) =>
    pseudonymFor(`article ${number}`, 'a@example.org', 'key'),
  );
  expect(new Set(names).size).toBeGreaterThan(45);
});
