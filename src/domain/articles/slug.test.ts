import { describe, expect, test } from 'vitest';
import { isSlug, slugify } from './slug.ts';

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
    expect(slugify(title)).toBe(expected);
  });
});

test.each(['', '-a', 'a-', 'a--b', 'A', 'é', 'a b', 'x'.repeat(81), 'a\n'])(
  '"%s" is not a valid slug',
  (text) => {
    expect(isSlug(text)).toBe(false);
  },
);
