import { describe, expect, it } from 'vitest';
import { isPlainPath, MAX_TARGET_BYTES } from '#platform/plain-path.ts';
import { canonicalKey } from './canonical-key.ts';

describe('isPlainPath', () => {
  it.each([
    '/',
    '/articles',
    '/article/rain-in-june',
    '/articles/',
    '/caf%C3%A9',
    '/a.b/c..d',
    `/${'a'.repeat(MAX_TARGET_BYTES - 1)}`,
  ])('accepts %s', (path) => {
    expect(isPlainPath(path)).toBe(true);
  });

  it.each([
    '',
    'articles',
    '//evil.example',
    '/a//b',
    '/a/../b',
    '/a/..',
    '/./a',
    '/a/%2e%2e/b',
    '/a%2Fb',
    '/a%5cb',
    '/a\\b',
    '/a%00',
    '/a%252e',
    '/a%zz',
    '/a%',
    '/%ff',
    '/a b',
    '/a\u0000',
    '/é',
    `/${'a'.repeat(2048)}`,
  ])('refuses %j', (path) => {
    expect(isPlainPath(path)).toBe(false);
  });
});

describe('canonicalKey', () => {
  it('keeps the allowed query parameters in their order and nothing else', () => {
    expect(canonicalKey('/articles', '?utm_source=x&tag=b&page=2&fbclid=1', ['page', 'tag'])).toBe(
      '/articles?page=2&tag=b',
    );
  });

  it('takes the first of several values and drops empty ones', () => {
    expect(canonicalKey('/articles', '?page=2&page=3', ['page'])).toBe('/articles?page=2');
    expect(canonicalKey('/articles', '?page=', ['page'])).toBe('/articles');
  });

  it('is the same for every percent-encoding of a path', () => {
    expect(canonicalKey('/article/%61bc', '', [])).toBe('/article/abc');
    expect(canonicalKey('/caf%c3%a9', '', [])).toBe('/caf%C3%A9');
  });

  it('is null for a path that is not plain and for a key that is too long', () => {
    expect(canonicalKey('/a//b', '', [])).toBeNull();
    const longest = `/search?q=${'x'.repeat(MAX_TARGET_BYTES - '/search?q='.length)}`;
    expect(canonicalKey('/search', longest.slice('/search'.length), ['q'])).toBe(longest);
    expect(canonicalKey('/search', `${longest.slice('/search'.length)}x`, ['q'])).toBeNull();
  });
});
