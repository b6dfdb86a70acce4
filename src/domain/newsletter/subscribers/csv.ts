/** Longer than any field we write or read; a quote that is never closed ends here. Characters. */
const LONGEST_FIELD = 5_000;
const MOST_FIELDS = 50;

/** What is wrong with a CSV text, for a person. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/**
 * The records of a CSV text (RFC 4180) while it arrives. Line breaks of every kind count, also in quotes; a byte order
 * mark and empty lines do not. Throws a CsvError that names the line.
 */
export async function* parseCsv(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let record: string[] = [];
  let field = '';
  let line = 1;
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let isFirst = true;

  const endField = () => {
    record.push(field);
    if (record.length > MOST_FIELDS) throw new CsvError(`Line ${line} has more than ${MOST_FIELDS} fields.`);
    field = '';
    state = 'start';
  };
  const endRecord = () => {
    const isEmpty = record.length === 0 && state === 'start';
    endField();
    const ended = record;
    record = [];
    return isEmpty ? null : ended;
  };

  for await (const chunk of chunks) {
    for (const char of isFirst ? chunk.replace(/^\uFEFF/, '') : chunk) {
      if (char === '\n') line += 1;
      if (state === 'quoted') {
        if (char === '"') state = 'closed';
        else field += char;
      } else if (char === '"' && state !== 'plain') {
        if (state === 'closed') field += char;
        state = 'quoted';
      } else if (char === ',') endField();
      else if (char === '\n') {
        const ended = endRecord();
        if (ended !== null) yield ended;
      } else if (char !== '\r') {
        if (state === 'closed') throw new CsvError(`Line ${line} goes on after a closing quote.`);
        field += char;
        state = 'plain';
      }
      if (field.length > LONGEST_FIELD) throw new CsvError(`Line ${line} has a field without an end.`);
    }
    if (chunk !== '') isFirst = false;
  }
  if (state === 'quoted') throw new CsvError(`Line ${line} ends within quotes.`);
  const last = endRecord();
  if (last !== null) yield last;
}

/** What a spreadsheet would take for a formula and run. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line. A value that begins like a formula gets an apostrophe in front, which spreadsheets do not show. */
export function csvLine(values: readonly string[]): string {
  const fields = values.map((value) => {
    const harmless = FORMULA.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  });
  return `${fields.join(',')}\r\n`;
}

/** What `csvLine` was given. */
export function withoutApostrophe(value: string): string {
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
}
