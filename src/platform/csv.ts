import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which other requests get their turn. */
const TURN_MS = 10;

/** Characters. Longer than any valid field, so that an unclosed quote does not consume the rest of the input. */
const MAX_FIELD_LENGTH = 5_000;
/** Exports of some newsletter services have more than a hundred columns. */
const MAX_FIELDS = 250;

/** Spreadsheets write semicolons where the comma is the decimal separator, and tabs in some of their text formats. */
const SEPARATORS: ReadonlySet<string> = new Set([',', ';', '\t']);

/** The first line of files for Excel, which names the separator. */
const SEPARATOR_LINE = /^sep=([,;\t]?)$/i;

export interface CsvRecord {
  /** Of the first character, counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** A record that is not valid. The next one starts with the next line. */
export interface BrokenCsvRecord {
  readonly line: number;
  /** A sentence for the user. */
  readonly error: string;
  /** The line as it is. */
  readonly text: string;
}

/**
 * Parses CSV (RFC 4180). Accepts CR, LF and CRLF line breaks, also within quotes, and the line `sep=;` of Excel. Ignores a byte order
 * mark and lines whose fields are all blank, which spreadsheets write for blank rows. The first comma, semicolon or tab of the
 * first line that is not blank is the separator. A long text is parsed in many turns of the event loop.
 */
export async function* parseCsv(text: string): AsyncGenerator<CsvRecord | BrokenCsvRecord> {
  let turn = performance.now();
  const parser = new CsvParser(text);
  let line = 1;
  let isFirst = true;
  while (!parser.isAtEnd) {
    if (performance.now() - turn > TURN_MS) {
      await setImmediate();
      turn = performance.now();
    }
    const start = parser.at;
    const fields = parser.readRecord();
    if (typeof fields === 'string') {
      parser.continueAfterLine(start);
      yield { line, error: `Line ${line} ${fields}.`, text: text.slice(start, parser.at).trimEnd() };
    } else if (fields.every((field) => field.trim() === '')) {
      if (isFirst) parser.separator = undefined;
    } else if (isFirst && SEPARATOR_LINE.test(fields[0] ?? '') && fields.slice(1).join('') === '') {
      parser.separator ??= SEPARATOR_LINE.exec(fields[0] ?? '')?.[1];
    } else {
      // A list of one column.
      parser.separator ??= ',';
      isFirst = false;
      yield { line, fields };
    }
    line += countBreaks(text, start, parser.at);
  }
}

class CsvParser {
  /** Undefined before the first separator. */
  separator: string | undefined;
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The fields up to the end of the line, which is consumed, or what is wrong with them. */
  readRecord(): string[] | string {
    const fields: string[] = [];
    for (;;) {
      const field = this.#text[this.#at] === '"' ? this.#readQuoted() : this.#readPlain();
      if (typeof field !== 'string') return field.error;
      if (fields.push(field) > MAX_FIELDS) return `has more than ${MAX_FIELDS} fields`;
      const next = this.#text[this.#at];
      if (!this.#isSeparator(next)) break;
      this.separator = next;
      this.#at += 1;
    }
    this.#skipBreak();
    return fields;
  }

  continueAfterLine(start: number): void {
    this.#at = start;
    while (!this.isAtEnd && !isBreak(this.#text[this.#at])) this.#at += 1;
    this.#skipBreak();
  }

  #isSeparator(char: string | undefined): char is string {
    return (
      char !== undefined && (this.separator === undefined ? SEPARATORS.has(char) : char === this.separator)
    );
  }

  #isEnd(char: string | undefined): boolean {
    return char === undefined || isBreak(char) || this.#isSeparator(char);
  }

  #readPlain(): string | { readonly error: string } {
    const start = this.#at;
    while (!this.#isEnd(this.#text[this.#at])) this.#at += 1;
    return this.#at - start > MAX_FIELD_LENGTH ? TOO_LONG : this.#text.slice(start, this.#at);
  }

  #readQuoted(): string | { readonly error: string } {
    let field = '';
    for (;;) {
      const start = this.#at + 1;
      // Not `indexOf` in the text, which would look for a missing quote up to its end.
      const length = this.#text.slice(start, start + MAX_FIELD_LENGTH + 1).indexOf('"');
      if (length === -1) {
        const isEnd = start + MAX_FIELD_LENGTH >= this.#text.length;
        return isEnd ? { error: 'ends within quotes' } : TOO_LONG;
      }
      field += this.#text.slice(start, start + length);
      if (field.length > MAX_FIELD_LENGTH) return TOO_LONG;
      this.#at = start + length + 1;
      if (this.#text[this.#at] !== '"') break;
      field += '"';
    }
    return this.#isEnd(this.#text[this.#at]) ? field : { error: 'continues after a closing quote' };
  }

  #skipBreak(): void {
    const isPair = this.#text[this.#at] === '\r' && this.#text[this.#at + 1] === '\n';
    this.#at += isPair ? 2 : 1;
  }
}

const TOO_LONG = {
  error: `has a field longer than ${MAX_FIELD_LENGTH.toLocaleString('en-US')} characters`,
} as const;

const isBreak = (char: string | undefined): boolean => char === '\n' || char === '\r';

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1;
  return count;
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
