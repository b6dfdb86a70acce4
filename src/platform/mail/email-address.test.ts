import { expect, test } from 'vitest';
import { needsSmtpUtf8, parseEmailAddress } from './email-address.ts';

test.each([
  [' Ada+news@R.Example\u00a0', 'ada+news@r.example'],
  ["o'neil_{a}@sub.r.example", "o'neil_{a}@sub.r.example"],
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['INFO@MÜLLER.EXAMPLE', 'info@xn--mller-kva.example'],
  ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
  ['info@XN--mller-kva.example', 'info@xn--mller-kva.example'],
  ['info@straße.example', 'info@xn--strae-oqa.example'],
  ['info@ｒ。example', 'info@r.example'],
  ['info@例え.テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ['Jürgen@r.example', 'jürgen@r.example'],
  ['ju\u0308rgen@r.example', 'jürgen@r.example'],
  ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
  [`${'x'.repeat(64)}@r.example`, `${'x'.repeat(64)}@r.example`],
])('%j is stored as %j', (typed, stored) => {
  expect(parseEmailAddress(typed)).toBe(stored);
  expect(parseEmailAddress(stored)).toBe(stored);
});

test.each([
  '',
  'ada',
  '@r.example',
  'a@b',
  'root@localhost',
  'a@b.c',
  'a@192.0.2.1',
  'a@[192.0.2.1]',
  'a@0x7f.1',
  'a@r.example.',
  'a@-r.example',
  'a@r_r.example',
  'a@r..example',
  'a@r%2Eexample.example',
  'a@ü/r.example',
  'a@ü:25.example',
  'a@ü#r.example',
  'a@xn--ü.example',
  '.ada@r.example',
  'ada.@r.example',
  'a..b@r.example',
  'a b@r.example',
  'a,b@r.example',
  '"a b"@r.example',
  'a@b@r.example',
  '<a@r.example>',
  'a@r.example, b@r.example',
  'zero\u200bwidth@r.example',
  'right\u202eleft@r.example',
  'a\0@r.example',
  'a@r.example\r\nBcc: b@r.example',
  '\ud800@r.example',
  '😀@r.example',
  `${'x'.repeat(65)}@r.example`,
  `${'ü'.repeat(33)}@r.example`,
  `a@${'r'.repeat(64)}.example`,
  `a@${'r.'.repeat(130)}example`,
  'ü'.repeat(1_000_000),
])('%.40j is no address', (typed) => {
  expect(parseEmailAddress(typed)).toBeNull();
});

test('only other characters before the @ need SMTPUTF8', () => {
  expect(['a@xn--mller-kva.example', 'jürgen@r.example'].map(needsSmtpUtf8)).toEqual([false, true]);
});
