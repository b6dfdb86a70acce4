import { describe, expect, test } from 'vitest';
import { csvLine, parseCsv, withoutApostrophe } from './csv.ts';

async function parse(text: string): Promise<string[][]> {
  const records = [];
  for await (const record of parseCsv(text)) {
    if ('error' in record) throw new Error(record.error);
    records.push([...record.fields]);
  }
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
    ['a,b\rc,d\r', 'a|b / c|d'],
    ['a,b\r\rc,"d\re"', 'a|b / c|d\re'],
    ['sep=;\r\na;b,c\r\n', 'a|b,c'],
    ['sep=\t\na\tb,c', 'a|b,c'],
    ['"sep=;"\na;b,c', 'a|b,c'],
    ['a\nsep=;\nb', 'a / sep=; / b'],
  ])('%j is parsed', async (text, expected) => {
    const records = await parse(text);
    expect(records.map((fields) => fields.join('|')).join(' / ')).toBe(expected);
  });

  test.each([
    ['email\na,"b" c\nd,e\n', 'email / Line 2 continues after a closing quote: a,"b" c / d|e'],
    ['email\na,"b\nc,"d"\ne,f\n', 'email / Line 2 continues after a closing quote: a,"b / c|d / e|f'],
    ['email\r\na,"b\r\nc,d\r\n', 'email / Line 2 ends within quotes: a,"b / c|d'],
    ['email\n"a\rb"\n"c"d\n', 'email / a\rb / Line 4 continues after a closing quote: "c"d'],
    [`email\n"${'a\n'.repeat(3_000)}`, 'Line 2 has a field longer than 5,000 characters: "a'],
  ])('a broken quote costs one record: %.40j', async (text, expected) => {
    const records = [];
    for await (const record of parseCsv(text))
      records.push(
        'error' in record ? `${record.error.slice(0, -1)}: ${record.text}` : record.fields.join('|'),
      );
    expect(records.join(' / ')).toContain(expected);
  });

  test.each([
    ['"a', 'ends within quotes'],
    ['a\n"b"c\n', 'Line 2 continues after a closing quote'],
    [`"${'a'.repeat(6_000)}"`, 'longer than 5,000 characters'],
    [','.repeat(300), 'more than 250 fields'],
  ])('%.20j is rejected with a message', async (text, message) => {
    await expect(parse(text)).rejects.toThrow(message);
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
