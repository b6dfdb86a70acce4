import { describe, expect, test } from 'vitest';
import { isAllowedLinkUrl, parsePictureUrl } from './urls.ts';

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

test.each(['https://x.example/a.png', 'http://site.example/a.png', 'https://site.example:444/a.png'])(
  '%s is a picture of another site',
  (url) => {
    expect(parsePictureUrl(url, 'https://site.example')).toEqual({ kind: 'remote', url });
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
])('%s is not a valid picture URL', (url) => {
  expect(parsePictureUrl(url, 'https://site.example')).toBeNull();
});
