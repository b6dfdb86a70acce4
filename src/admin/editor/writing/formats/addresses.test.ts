import { describe, expect, test } from 'vitest';
import { isLinkAddress, isPictureAddress, meantAddress } from './addresses.ts';

describe('an address of a link', () => {
  test.each(['https://x.example/', 'HTTP://x.example', 'mailto:a@b.example', 'tel:+4930'])(
    'may be %s',
    (text) => {
      expect(isLinkAddress(text)).toBe(true);
    },
  );

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.example',
    'sms:1',
    '//x.example',
    '/about',
    'x.example',
    'https://',
    '',
  ])('may not be %s', (text) => {
    expect(isLinkAddress(text)).toBe(false);
  });
});

test.each([
  ['https://x.example/a.png', true],
  ['/media/article-images/a-960.webp', true],
  ['data:image/png;base64,AAAA', true],
  ['data:image/svg+xml;base64,AAAA', false],
  ['data:text/html,x', false],
  ['file:///C:/Users/a/clip_image001.png', false],
  ['blob:https://x.example/1', false],
  ['//x.example/a.png', false],
  ['javascript:alert(1)', false],
])('a picture may be at %s: %s', (address, expected) => {
  expect(isPictureAddress(address)).toBe(expected);
});

test.each([
  [' https://x.example/a ', 'https://x.example/a'],
  ['x.example', 'https://x.example'],
  ['www.x.example/a?b#c', 'https://www.x.example/a?b#c'],
  ['/article/a', 'https://site.example/article/a'],
  ['ada@x.example', 'mailto:ada@x.example'],
  ['//x.example', null],
  ['javascript:alert(1)', null],
  ['two words', null],
  ['word', null],
  ['', null],
])('"%s" is meant as %s', (typed, expected) => {
  expect(meantAddress(typed, 'https://site.example')).toBe(expected);
});
