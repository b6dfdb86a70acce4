import { describe, expect, test } from 'vitest';
import { isLinkAddress, meantAddress, pictureAddress } from './addresses.ts';

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
  ['/media/article-images/a-960.webp', '/media/article-images/a-960.webp'],
  ['https://site.example/media/article-images/a-960.webp', '/media/article-images/a-960.webp'],
  [' data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
])('a picture of our own is at %s', (address, expected) => {
  expect(pictureAddress(address, 'https://site.example')).toEqual({ kind: 'own', address: expected });
});

test.each(['https://x.example/a.png', 'http://site.example/a.png', 'https://site.example:444/a.png'])(
  'a picture of another site is at %s',
  (address) => {
    expect(pictureAddress(address, 'https://site.example')).toEqual({ kind: 'remote', address });
  },
);

test.each([
  'data:image/svg+xml;base64,AAAA',
  'data:text/html,x',
  'file:///C:/Users/a/clip_image001.png',
  'blob:https://x.example/1',
  '//x.example/a.png',
  '/\\x.example/a.png',
  'https://',
  'javascript:alert(1)',
])('no picture is at %s', (address) => {
  expect(pictureAddress(address, 'https://site.example')).toBeNull();
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
