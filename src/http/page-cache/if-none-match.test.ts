import { describe, expect, it } from 'vitest';
import { namesEntityTag } from './if-none-match.ts';

describe('namesEntityTag', () => {
  it.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x" ,W/"abc"', '*', ' * ', '"a,b", "abc"'])(
    '%s names "abc"',
    (header) => {
      expect(namesEntityTag(header, '"abc"')).toBe(true);
    },
  );

  it.each(['', '"abd"', 'abc', '"abc', '"xabc"', '"x*"', '"abc-gz"'])('%s does not', (header) => {
    expect(namesEntityTag(header, '"abc"')).toBe(false);
  });
});
