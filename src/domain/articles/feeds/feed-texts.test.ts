import { expect, test } from 'vitest';
import { createFeedTexts } from './feed-texts.ts';

test('the least recently used texts are removed beyond the size limit', () => {
  const texts = createFeedTexts(10);
  texts.set('a', '1234');
  texts.set('b', '1234');
  expect(texts.get('a')).toBe('1234');
  texts.set('c', '123');
  expect(['a', 'b', 'c'].map((key) => texts.get(key))).toEqual(['1234', undefined, '123']);
});

test('a replaced text counts once, and one beyond the limit is not stored', () => {
  const texts = createFeedTexts(10);
  for (let round = 0; round < 5; round += 1) texts.set('a', '12345678');
  texts.set('b', '12');
  expect([texts.get('a'), texts.get('b')]).toEqual(['12345678', '12']);
  texts.set('c', '12345678901');
  expect([texts.get('a'), texts.get('b'), texts.get('c')]).toEqual(['12345678', '12', undefined]);
});
