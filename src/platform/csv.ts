/** Characters. Longer than any valid field, so that an unclosed quote does not consume the rest of the input. */
const MAX_FIELD_LENGTH = 5_000;
const MAX_FIELDS = 50;

/** Spreadsheets write semicolons where the comma is the decimal separator, and tabs in some of their text formats. */
const SEPARATORS: ReadonlySet<string> = new Set([',', ';', '\t']);

/** Invalid CSV. The message is shown to the user. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/**
 * Parses CSV (RFC 4180) as a stream. Accepts LF and CRLF line breaks, also within quotes. Ignores a byte order mark and lines
 * whose fields are all blank, which spreadsheets write for blank rows. The first comma, semicolon or tab of the first line that is
 * not blank is the separator. Throws a `CsvError` with the line number.
 */
export async function* parseCsv(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let record: string[] = [];
  let field = '';
  let line = 1;
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let isFirst = true;
  let hasRecords = false;
  let separator: string | undefined;
  const isSeparator = (char: string) => (separator === undefined ? SEPARATORS.has(char) : char === separator);

  const endField = () => {
    record.push(field);
    if (record.length > MAX_FIELDS) throw new CsvError(`Line ${line} has more than ${MAX_FIELDS} fields.`);
    field = '';
    state = 'start';
  };
  const endRecord = () => {
    endField();
    const ended = record;
    record = [];
    if (ended.every((value) => value.trim() === '')) {
      if (!hasRecords) separator = undefined;
      return null;
    }
    hasRecords = true;
    // A list of one column.
    separator ??= ',';
    return ended;
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
      } else if (isSeparator(char)) {
        separator = char;
        endField();
      } else if (char === '\n') {
        const ended = endRecord();
        if (ended !== null) yield ended;
      } else if (char !== '\r') {
        if (state === 'closed') throw new CsvError(`Line ${line} continues after a closing quote.`);
        field += char;
        state = 'plain';
      }
      if (field.length > MAX_FIELD_LENGTH)
        throw new CsvError(
          `Line ${line} has a field longer than ${MAX_FIELD_LENGTH.toLocaleString('en-US')} characters.`,
        );
    }
    if (chunk !== '') isFirst = false;
  }
  if (state === 'quoted') throw new CsvError(`Line ${line} ends within quotes.`);
  const last = endRecord();
  if (last !== null) yield last;
}

/** A value that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Encodes one line. A value that looks like a formula gets a leading apostrophe, which spreadsheets do not display. */
export function csvLine(values: readonly string[]): string {
  const fields = values.map((value) => {
    const escaped = FORMULA.test(value) ? `'${value}` : value;
    return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
  });
  return `${fields.join(',')}\r\n`;
}

/** Removes the apostrophe that `csvLine` adds. */
export function withoutApostrophe(value: string): string {
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
}
