import { describe, expect, test } from 'vitest';
import { initialsOf, normaliseTags, formatReadTime } from './article.ts';

describe('read time', () => {
  test.each([
    [0, '1 min read'],
    [225, '1 min read'],
    [338, '2 min read'],
    [1000, '4 min read'],
  ])('%i words make "%s"', (words, expected) => {
    expect(formatReadTime(words)).toBe(expected);
  });
});

describe('tags', () => {
  test('are trimmed, without empty tags and without duplicates in any case', () => {
    expect(normaliseTags([' Ports ', '', 'ports', '  ', 'Trade'])).toEqual(['Ports', 'Trade']);
  });

  test('are limited to ten tags of forty characters', () => {
    const many = Array.from({ length: 14 }, (_, index) => `tag ${index}`);
    expect(normaliseTags(many)).toHaveLength(10);
    expect(normaliseTags(['x'.repeat(60)])).toEqual(['x'.repeat(40)]);
  });
});

describe('initials', () => {
  test.each([
    ['Meridian Editorial Team', 'MT'],
    ['Ada', 'A'],
    ['élise n’diaye', 'ÉN'],
    ['  ', ''],
    ['4 Winds', 'W'],
  ])('of "%s" are "%s"', (name, expected) => {
    expect(initialsOf(name)).toBe(expected);
  });
});
