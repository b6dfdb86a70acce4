import { expect, test } from 'vitest';
import { findAddresses } from './addresses.ts';

test.each([
  ['See https://x.example/a?b#c.', 'https://x.example/a?b#c', 'https://x.example/a?b#c'],
  ['(www.x.example)', 'www.x.example', 'https://www.x.example'],
  ['https://x.example/a_(b), or', 'https://x.example/a_(b)', 'https://x.example/a_(b)'],
  ['“WWW.x.example”!', 'WWW.x.example', 'https://WWW.x.example'],
  ['<ada@x.example>,', 'ada@x.example', 'mailto:ada@x.example'],
  ['jürgen@müller.example', 'jürgen@müller.example', 'mailto:jürgen@müller.example'],
])('%s has an address', (text, part, href) => {
  const [address, ...others] = findAddresses(text);
  expect(others).toEqual([]);
  expect([text.slice(address?.start, address?.end), address?.href]).toEqual([part, href]);
});

test.each([
  'README.md',
  'x.example',
  'www.',
  'www.x',
  'a@b',
  '@x.example',
  'a@b@x.example',
  'https://',
  '[x](y)',
  'javascript:x',
])('%s has none', (text) => {
  expect(findAddresses(text)).toEqual([]);
});
