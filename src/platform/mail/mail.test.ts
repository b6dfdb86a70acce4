import { describe, expect, test } from 'vitest';
import { Mail, parseMailbox } from './mail.ts';

const LETTER = { to: { address: 'ada@example.com' }, subject: 'A word', text: 'Hello' };
const HOSTILE = 'Hello\r\nBcc: victim@example.net\r\n\r\nBody';

describe('nothing that is written becomes a header field or a recipient', () => {
  test.each([
    ['subject', { ...LETTER, subject: HOSTILE }],
    ['bare line feed', { ...LETTER, subject: 'Hello\nBcc: victim@example.net' }],
    ['unicode line break', { ...LETTER, subject: 'Hello\u2028Bcc: victim@example.net' }],
    ['nul', { ...LETTER, subject: 'Hello\0' }],
    ['endless subject', { ...LETTER, subject: 'x'.repeat(10_000) }],
    ['name', { ...LETTER, replyTo: { name: HOSTILE, address: 'a@example.com' } }],
    ['address', { ...LETTER, replyTo: { address: 'a@example.com\r\nBcc: victim@example.net' } }],
    ['two addresses', { ...LETTER, to: { address: 'a@example.com, victim@example.net' } }],
    ['address in brackets', { ...LETTER, to: { address: '<a@example.com> victim@example.net' } }],
    ['quoted address', { ...LETTER, to: { address: '"a@example.com, b"@example.com' } }],
    ['header', { ...LETTER, headers: { 'X-Note': HOSTILE } }],
    ['name of a header', { ...LETTER, headers: { 'X-A\r\nBcc': 'victim@example.net' } }],
    ['header of the envelope', { ...LETTER, headers: { Bcc: 'victim@example.net' } }],
    ['type of the content', { ...LETTER, headers: { 'Content-Type': 'text/html' } }],
  ])('%s', (_, mail) => {
    expect(Mail.safeParse(mail).success).toBe(false);
  });

  test('what is harmless is taken as it is', () => {
    const mail = {
      ...LETTER,
      to: { name: '"Ada", <x@example.net>; of: (Lovelace)', address: "o'neil+tag@sub.example.com" },
      subject: 'Ünïcode — and 🙂',
      headers: { 'List-Unsubscribe': '<https://news.example/leave>' },
    };
    expect(Mail.parse(mail)).toEqual(mail);
  });

  test('what cannot be stored is left out', () => {
    const { subject, text } = Mail.parse({
      ...LETTER,
      subject: 'Half a \ud800',
      text: 'Nul \0 and half a \udc00',
    });
    expect([subject, text]).toEqual(['Half a \ufffd', 'Nul  and half a \ufffd']);
  });
});

test('a sender is written with or without a name', () => {
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
