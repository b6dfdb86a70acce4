import { expect, test } from 'vitest';
import { countWords, countWordsOfText, hasVisibleContent } from './visible-content.ts';

test.each([
  ['', false],
  ['<p></p>', false],
  ['<p> &nbsp; <br></p><ul><li><p></p></li></ul>', false],
  ['<p>a</p>', true],
  ['<hr>', true],
  ['<p></p><img src="/a.webp" alt="">', true],
])('%s has content: %s', (html, expected) => {
  expect(hasVisibleContent(html)).toBe(expected);
});

test('words are counted without tags, entities and isolated punctuation', () => {
  expect(countWords('<p>One two&nbsp;three – it’s <strong>four</strong>-ish.</p><hr>')).toBe(6);
});

test.each([
  ['', 0],
  [' – … ’', 0],
  ["it's 3.5 well-known", 3],
  ["'quoted' -dash .5", 3],
  ['cafe\u0301 au lait', 3],
  ['हिन्दी में', 2],
  ['می\u200cخواهم بروم', 2],
  ['𐌰𐌱 𐌲', 2],
  ['one 😀 two😀three', 3],
  ['\ud835 broken \udc00x', 2],
])('the words of %j are %i', (text, words) => {
  expect(countWordsOfText(text)).toBe(words);
  // Again with the kinds of the characters known.
  expect(countWordsOfText(`${text} ${text}`)).toBe(2 * words);
});
