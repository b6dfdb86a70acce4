import { describe, expect, test } from 'vitest';
import { Mail, parseMailbox } from './mail.ts';

const MAIL = { to: { address: 'ada@example.com' }, subject: 'A word', text: 'Hello' };
const HOSTILE = 'Hello\r\nBcc: victim@example.net\r\n\r\nBody';

describe('user input cannot add a header field or a recipient', () => {
  test.each([
    ['subject', { ...MAIL, subject: HOSTILE }],
    ['bare line feed', { ...MAIL, subject: 'Hello\nBcc: victim@example.net' }],
    ['unicode line break', { ...MAIL, subject: 'Hello\u2028Bcc: victim@example.net' }],
    ['nul', { ...MAIL, subject: 'Hello\0' }],
    ['subject that is too long', { ...MAIL, subject: 'x'.repeat(10_000) }],
    ['name', { ...MAIL, replyTo: { name: HOSTILE, address: 'a@example.com' } }],
    ['address', { ...MAIL, replyTo: { address: 'a@example.com\r\nBcc: victim@example.net' } }],
    ['two addresses', { ...MAIL, to: { address: 'a@example.com, victim@example.net' } }],
    ['address in brackets', { ...MAIL, to: { address: '<a@example.com> victim@example.net' } }],
    ['quoted address', { ...MAIL, to: { address: '"a@example.com, b"@example.com' } }],
    ['header', { ...MAIL, headers: { 'X-Note': HOSTILE } }],
    ['header name', { ...MAIL, headers: { 'X-A\r\nBcc': 'victim@example.net' } }],
    ['standard header', { ...MAIL, headers: { Bcc: 'victim@example.net' } }],
    ['content type', { ...MAIL, headers: { 'Content-Type': 'text/html' } }],
  ])('%s', (_, mail) => {
    expect(Mail.safeParse(mail).success).toBe(false);
  });

  test('valid input is not changed', () => {
    const mail = {
      ...MAIL,
      to: { name: '"Ada", <x@example.net>; of: (Lovelace)', address: "o'neil+tag@sub.example.com" },
      subject: 'Ünïcode — and 🙂',
      headers: { 'List-Unsubscribe': '<https://news.example/leave>' },
    };
    expect(Mail.parse(mail)).toEqual(mail);
  });

  test('characters that cannot be stored are replaced or removed', () => {
    const { subject, text } = Mail.parse({
      ...MAIL,
      subject: 'Half a \ud800',
      text: 'Nul \0 and half a \udc00',
    });
    expect([subject, text]).toEqual(['Half a \ufffd', 'Nul  and half a \ufffd']);
  });
});

test('a sender is parsed with or without a name', () => {
  expect(parseMailbox('Meridian, News <editor@news.example>')).toEqual({
    name: 'Meridian, News',
    address: 'editor@news.example',
  });
  expect(parseMailbox('"Meridian" <editor@news.example>')).toMatchObject({ name: 'Meridian' });
  expect(parseMailbox('editor@news.example')).toEqual({ address: 'editor@news.example' });
  for (const wrong of [
    'Meridian',
    'Meridian <editor>',
    'a@b.example, c@d.example',
    'A\r\nBcc: x <a@b.example>',
  ])
    expect(() => parseMailbox(wrong)).toThrow('Invalid');
});
