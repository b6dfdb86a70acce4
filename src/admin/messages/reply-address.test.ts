import { expect, test } from 'vitest';
import { replyAddress } from './reply-address.ts';

test.each([
  ['ada@example.com', 'A correction', 'mailto:ada@example.com?subject=Re%3A%20A%20correction'],
  ['ada@example.com', 're: yours', 'mailto:ada@example.com?subject=re%3A%20yours'],
  [
    'a?bcc=x&y#z@example.com',
    '100% & more? #1',
    'mailto:a%3Fbcc%3Dx%26y%23z@example.com?subject=Re%3A%20100%25%20%26%20more%3F%20%231',
  ],
  [
    'ada@example.com',
    'Hello\r\nBcc: victim@example.net&cc=victim@example.net',
    'mailto:ada@example.com?subject=Re%3A%20Hello%20Bcc%3A%20victim%40example.net%26cc%3Dvictim%40example.net',
  ],
])('%s, %j', (email, subject, address) => {
  expect(replyAddress({ email, subject })).toBe(address);
  const { searchParams, pathname } = new URL(address);
  expect([...searchParams.keys()]).toEqual(['subject']);
  expect(decodeURIComponent(pathname)).toBe(email);
});
