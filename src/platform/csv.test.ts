import { describe, expect, test } from 'vitest';
import { csvLine, parseCsv, withoutApostrophe } from './csv.ts';

async function* chunksOf(text: string, size: number) {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size);
}
async function parse(text: string, size = 3): Promise<string[][]> {
  const records = [];
  for await (const record of parseCsv(chunksOf(text, size))) records.push(record);
  return records;
}

describe('CSV', () => {
  test.each([
    ['a,b\r\nc,d\r\n', 'a|b / c|d'],
    ['a,b\nc,d', 'a|b / c|d'],
    ['\uFEFFa\n', 'a'],
    ['a,,\n,,b\n', 'a|| / ||b'],
    ['a;b\n"c;d";e,f\n', 'a|b / c;d|e,f'],
    ['a\tb\nc\t;,\n', 'a|b / c|;,'],
    ['a\nb;c\n', 'a / b;c'],
    ['\na;b\n', 'a|b'],
    [';;\na;b\r\n;;\r\n;', 'a|b'],
    ['"a,b","c""d","e\r\nf"\r\n', 'a,b|c"d|e\r\nf'],
    ['"","a"\n', '|a'],
    ['a,b\n"",""\n , \t \n""\nc,d\n', 'a|b / c|d'],
    [';;\n"";""\na,b;c\n', 'a|b;c'],
    [',,\na;b,c\n', 'a|b,c'],
    ['"""a"""', '"a"'],
    ['a "b" c\n', 'a "b" c'],
    ['a\n\n\r\nb\n', 'a / b'],
    ['ä,€,😀\n', 'ä|€|😀'],
  ])('%j is parsed in the same way for every chunk size', async (text, expected) => {
    for (const size of [1, 2, 3, 100]) {
      const records = await parse(text, size);
      expect(records.map((fields) => fields.join('|')).join(' / ')).toBe(expected);
    }
    expect(await parse('')).toEqual([]);
  });

  test.each([
    ['"a', 'ends within quotes'],
    ['a\n"b"c\n', 'Line 2 continues after a closing quote'],
    [`"${'a'.repeat(6_000)}"`, 'longer than 5,000 characters'],
    [','.repeat(60), 'more than 50 fields'],
  ])('%j is rejected with a message', async (text, message) => {
    await expect(parse(text, 100)).rejects.toThrow(message);
  });

  test('round-trips values', async () => {
    const records = [
      ['plain', 'with, comma', 'with "quotes"', 'two\r\nlines'],
      ['', ' ', 'ü', "'already"],
    ];
    expect(await parse(records.map(csvLine).join(''))).toEqual(records);
  });

  test.each(['=1+1', '+49', '-1', '@sum', '\t=1', '\r=1', '=HYPERLINK("https://x.example","a")'])(
    'escapes a field that a spreadsheet would read as a formula: %j',
    async (value) => {
      const [[written = ''] = []] = await parse(csvLine([value]));
      expect(written).toBe(`'${value}`);
      expect(withoutApostrophe(written)).toBe(value);
    },
  );

  test('keeps an apostrophe that was part of the value', () => {
    expect(withoutApostrophe("'tis")).toBe("'tis");
  });
});
