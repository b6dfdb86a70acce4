import { describe, expect, it } from 'vitest';
import { cleanText } from './text.ts';

describe('cleanText', () => {
  it.each([
    ['trims', '  Hello \n', 'Hello'],
    ['normalizes line breaks', 'One\r\ntwo\rthree\u2028four', 'One\ntwo\nthree\nfour'],
    ['keeps at most two consecutive line breaks', `a${'\n'.repeat(500)}b \n \n \nc`, 'a\n\nb\n\nc'],
    ['removes spaces at the ends of lines, and no others', ' a  b \u00a0 \n  c\u3000\nd', 'a  b\n  c\nd'],
    ['removes control characters', 'a\u0000b\u001b[31mc\u0085\u009dd', 'ab[31mc\nd'],
    ['removes bidirectional controls', 'safe \u202egpj.exe\u2069', 'safe gpj.exe'],
    ['removes invisible characters inside words', 'ca\u200bsi\u00adno\u2060', 'casino'],
    ['keeps joiners where scripts need them', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['removes tag characters outside of flags', `a${'\u{e0041}'.repeat(900)}b`, 'ab'],
    ['limits consecutive joiners', `a${'\u200d'.repeat(3000)}b`, 'a\u200d\u200db'],
    ['limits consecutive combining marks', `e${'\u0301'.repeat(3000)}`, `e${'\u0301'.repeat(6)}`],
    ['replaces lone surrogates', 'half \ud83d a pair', 'half \ufffd a pair'],
    ['leaves markup as plain text', '<b>bold</b> &amp;', '<b>bold</b> &amp;'],
  ])('%s', (_, raw, cleaned) => {
    expect(cleanText(raw)).toBe(cleaned);
  });

  it.each(['', ' \n\t', '\u200b\u200b', '\u3164', '\u2800', '\u0301', '\u202e', '\u200d'])(
    'returns an empty string for a text without visible characters: %j',
    (raw) => {
      expect(cleanText(raw)).toBe('');
    },
  );
});
