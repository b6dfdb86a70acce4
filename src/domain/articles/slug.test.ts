import { describe, expect, test } from 'vitest';
import { isSlug, slugFrom } from './slug.ts';

describe('the slug of a title', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  --Élan vital: naïveté & façade--  ', 'elan-vital-naivete-facade'],
    ['Straße, Łódź, Ærø, Đà Nẵng', 'strasse-lodz-aero-da-nang'],
    ['İstanbul’da ışık', 'istanbul-da-isik'],
    ['ﬁnance ２０２５', 'finance-2025'],
    ['A—B___C', 'a-b-c'],
    ['مقال', ''],
    ['…', ''],
    ['', ''],
  ])('"%s" is "%s"', (title, expected) => {
    expect(slugFrom(title)).toBe(expected);
  });

  test('has at most 80 characters and never ends in a hyphen', () => {
    expect(slugFrom('x'.repeat(100))).toBe('x'.repeat(80));
    expect(slugFrom(`${'x'.repeat(79)} tail`)).toBe('x'.repeat(79));
  });

  test.each(['Hello, World!', 'İstanbul', 'x'.repeat(200)])(
    'of "%s" is a slug, and its own slug',
    (title) => {
      expect(isSlug(slugFrom(title))).toBe(true);
      expect(slugFrom(slugFrom(title))).toBe(slugFrom(title));
    },
  );
});

test.each(['', '-a', 'a-', 'a--b', 'A', 'é', 'a b', 'x'.repeat(81), 'a\n'])('"%s" is no slug', (text) => {
  expect(isSlug(text)).toBe(false);
});
