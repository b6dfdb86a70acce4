import { describe, expect, it } from 'vitest';
import { cleanText, lengthOf, wordsOf } from './text.ts';

describe('a cleaned text', () => {
  it.each([
    ['is trimmed', '  Hello \n', 'Hello'],
    ['keeps its line breaks', 'One\r\ntwo\rthree\u2028four', 'One\ntwo\nthree\nfour'],
    ['has two line breaks in a row at most', `a${'\n'.repeat(500)}b \n \n \nc`, 'a\n\nb\n\nc'],
    ['has no control characters', 'a\u0000b\u001b[31mc\u0085\u009dd', 'ab[31mc\nd'],
    ['cannot turn the direction of a line', 'safe \u202egpj.exe\u2069', 'safe gpj.exe'],
    ['hides no words from a filter', 'ca\u200bsi\u00adno\u2060', 'casino'],
    ['keeps joiners where scripts need them', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['keeps emoji whole', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥'],
    [
      'keeps the flag of Scotland',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ],
    ['drops tags that hide', `a${'\u{e0041}'.repeat(900)}b`, 'ab'],
    ['is not flooded with joiners', `a${'\u200d'.repeat(3000)}b`, 'a\u200d\u200db'],
    ['is not flooded with marks', `e${'\u0301'.repeat(3000)}`, `e${'\u0301'.repeat(6)}`],
    ['is well-formed', 'half \ud83d a pair', 'half \ufffd a pair'],
    ['is text, whatever it looks like', '<b>bold</b> &amp;', '<b>bold</b> &amp;'],
  ])('%s', (_, raw, cleaned) => {
    expect(cleanText(raw)).toBe(cleaned);
  });

  it.each(['', ' \n\t', '\u200b\u200b', '\u3164', '\u2800', '\u0301', '\u202e', '\u200d'])(
    'is empty when nothing of it can be seen: %j',
    (raw) => {
      expect(cleanText(raw)).toBe('');
    },
  );

  it('is counted as the database counts it', () => {
    expect(lengthOf('né👍')).toBe(3);
  });
});

it('words are the same whatever their case, accents and signs', () => {
  expect(wordsOf('Crème--BRÛLÉE, 2×!')).toEqual(['creme', 'brulee', '2']);
  expect(wordsOf('ｃａｓｉｎｏ')).toEqual(['casino']);
});
