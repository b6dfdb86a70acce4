import { withoutApostrophe } from '#platform/csv.ts';
import { parseEmailAddress } from '#platform/mail/email-address.ts';
import { type ColumnMeaning, meaningOfName, resemblesConsent } from './column-meanings.ts';
import { type Field, valueOf } from './opt-outs.ts';

export interface ListColumn {
  /** As in the list, or by position (`Column 2`) if the list has no names. */
  readonly name: string;
  readonly meaning: ColumnMeaning;
  /** The name suggests that it says who gets emails, and nobody has said how. */
  readonly isUnclear: boolean;
}

/** One for each column; undefined for one of which nothing is chosen. */
export type ChosenMeanings = readonly (ColumnMeaning | undefined)[];

export interface ListHeader {
  /** Whether the first record has the names of the columns. */
  readonly hasNames: boolean;
  readonly columns: readonly ListColumn[];
}

/**
 * The columns of a list. A first record with an address has no names.
 *
 * @param second used to find the addresses if no name says where they are
 * @param chosen the meanings that the newsroom has chosen
 */
export function readHeader(
  first: readonly string[],
  second: readonly string[],
  chosen: ChosenMeanings = [],
): ListHeader {
  const hasNames = !first.some((value) => addressIn(value) !== null);
  const names = first.map((value, index) =>
    hasNames && value.trim() !== '' ? value.trim() : `Column ${index + 1}`,
  );
  const meanings = names.map((name) => (hasNames ? meaningOfName(name) : undefined));
  if (!meanings.includes('email')) {
    const at = (hasNames ? second : first).findIndex((value) => addressIn(value) !== null);
    if (at >= 0 && at < meanings.length) meanings[at] = 'email';
  }
  const columns = names.map((name, index) => {
    const meaning = chosen[index] ?? meanings[index];
    return {
      name,
      meaning: meaning ?? 'ignore',
      isUnclear: meaning === undefined && hasNames && resemblesConsent(name),
    };
  });
  return { hasNames, columns };
}

export const readFields = (columns: readonly ListColumn[], values: readonly string[]): Field[] =>
  columns.map(({ meaning }, index) => ({
    meaning,
    value: valueOf(withoutApostrophe(values[index] ?? '')),
  }));

/** Whether there is a value without a column: a comma without quotes has moved the fields, so that none is where its column is. */
export const hasSurplus = (columns: readonly ListColumn[], values: readonly string[]): boolean =>
  values.slice(columns.length).some((value) => value.trim() !== '');

/** Of columns with the same meaning, the first value counts. Empty without one. */
export const valueOfMeaning = (fields: readonly Field[], meaning: ColumnMeaning): string =>
  fields.find((field) => field.meaning === meaning && field.value !== '')?.value ?? '';

/** The canonical address of `ada@example.com`, `Ada <ada@example.com>` or `mailto:ada@example.com`. */
export function addressIn(value: string): string | null {
  const text = value.trim();
  const start = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const address = start === -1 ? text : text.slice(start + 1, -1);
  return parseEmailAddress(address.replace(/^mailto:/i, ''));
}

/** All addresses in a text that cannot be read otherwise. */
export const addressesIn = (text: string): string[] =>
  text.split(/[\s,;<>"'()]+/).flatMap((word) => addressIn(word) ?? []);
