import { describe, expect, test } from 'vitest';
import { isAllowedLinkUrl, completeLinkInput, parsePictureUrl } from './urls.ts';

describe('the URL of a link', () => {
  test.each(['https://x.example/', 'HTTP://x.example', 'mailto:a@b.example', 'tel:+4930'])(
    'may be %s',
    (text) => {
      expect(isAllowedLinkUrl(text)).toBe(true);
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
    expect(isAllowedLinkUrl(text)).toBe(false);
  });
});

test.each([
  ['/media/article-images/a-960.webp', '/media/article-images/a-960.webp'],
  ['https://site.example/media/article-images/a-960.webp', '/media/article-images/a-960.webp'],
  [' data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
])('%s is a picture of this site', (url, expected) => {
  expect(parsePictureUrl(url, 'https://site.example')).toEqual({ kind: 'own', url: expected });
});

test.each([
  'data:image/svg+xml;base64,AAAA',
  'data:text/html,x',
  'file:///C:/Users/a/clip_image001.png',
  'blob:https://x.example/1',
  '//x.example/a.png',
  '/\\x.example/a.png',
  'https://',
  'javascript:alert(1)',
])('%s is not a valid picture URL', (url) => {
  expect(parsePictureUrl(url, 'https://site.example')).toBeNull();
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
])('"%s" is completed to %s', (typed, expected) => {
  expect(completeLinkInput(typed, 'https://site.example')).toBe(expected);
});
