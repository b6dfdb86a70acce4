/** How the value of a setting is written in a text field. `fromText` returns what the server validates. */
interface FieldFormat {
  toText(value: unknown): string;
  fromText(text: string): unknown;
  /** How several entries are written in one field. */
  readonly note?: string;
}

export type FieldKind =
  | 'line'
  | 'email'
  | 'timeZone'
  | 'text'
  | 'lines'
  | 'paragraphs'
  | 'titledBlocks'
  | 'years'
  | 'check'
  | 'lightColor'
  | 'darkColor'
  | 'aiPolicy';

const PLAIN: FieldFormat = { toText: (value) => String(value), fromText: (text) => text };

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const join = (entries: readonly string[]) => entries.join('\n\n');

export const FIELD_KINDS: Readonly<Record<FieldKind, FieldFormat>> = {
  line: PLAIN,
  email: PLAIN,
  timeZone: PLAIN,
  text: PLAIN,
  lightColor: PLAIN,
  darkColor: PLAIN,
  lines: {
    toText: (value) => entriesOf(value).join('\n'),
    fromText: (text) => blocksOf(text).flat(),
    note: 'One per line.',
  },
  paragraphs: {
    toText: (value) => join(entriesOf(value).map(String)),
    fromText: (text) => blocksOf(text).map((lines) => lines.join(' ')),
    note: 'An empty line starts a new paragraph.',
  },
  titledBlocks: {
    toText: (value) =>
      join(entriesOf(value).map((entry) => `${textOf(entry, 'title')}\n${textOf(entry, 'text')}`)),
    fromText: (text) => blocksOf(text).map(([title = '', ...rest]) => ({ title, text: rest.join(' ') })),
    note: 'The title on one line, its text below. An empty line starts the next one.',
  },
  years: {
    toText: (value) =>
      join(
        entriesOf(value).map(
          (entry) => `${textOf(entry, 'year')} ${textOf(entry, 'title')}\n${textOf(entry, 'text')}`,
        ),
      ),
    fromText: (text) =>
      blocksOf(text).map(([first = '', ...rest]) => ({ ...yearAndTitle(first), text: rest.join(' ') })),
    note: 'Year and title on one line, the text below. An empty line starts the next year.',
  },
  aiPolicy: PLAIN,
  check: { toText: (value) => (value === true ? 'on' : ''), fromText: (text) => text === 'on' },
};

/** Groups of lines that are separated by empty lines, without surrounding space. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((lines) => lines.length > 0);
}

function textOf(entry: unknown, field: string): string {
  return typeof entry === 'object' && entry !== null ? String(Reflect.get(entry, field)) : '';
}

/** `2020 A newsletter` → 2020 and the rest. A text without a year gives 0, which the server rejects. */
function yearAndTitle(line: string): { year: number; title: string } {
  const year = /^\d{4}\b/.exec(line)?.[0];
  return year === undefined
    ? { year: 0, title: line }
    : { year: Number(year), title: line.slice(year.length).trim() };
}
