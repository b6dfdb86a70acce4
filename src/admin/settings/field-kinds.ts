import { blocksToText, titledEntries, yearEntries } from './block-values.ts';

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
  | 'logo'
  | 'icon'
  | 'lightColor'
  | 'darkColor'
  | 'aiPolicy'
  | 'latestMode'
  | 'roles';

const PLAIN: FieldFormat = { toText: (value) => String(value), fromText: (text) => text };

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const join = (entries: readonly string[]) => entries.join('\n\n');

export const FIELD_KINDS: Readonly<Record<FieldKind, FieldFormat>> = {
  line: PLAIN,
  email: PLAIN,
  timeZone: PLAIN,
  text: PLAIN,
  logo: PLAIN,
  icon: PLAIN,
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
  titledBlocks: { toText: blocksToText, fromText: titledEntries },
  years: { toText: blocksToText, fromText: yearEntries },
  aiPolicy: PLAIN,
  latestMode: PLAIN,
  roles: {
    toText: (value) => entriesOf(value).join(','),
    fromText: (text) => text.split(',').filter((role) => role !== ''),
  },
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
