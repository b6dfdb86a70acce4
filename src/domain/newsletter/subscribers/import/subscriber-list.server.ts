import { type BrokenCsvRecord, type CsvRecord, parseCsv } from '#platform/csv.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { ColumnMeaning } from './column-meanings.ts';
import {
  addressesIn,
  addressIn,
  type ChosenMeanings,
  hasSurplus,
  type ListColumn,
  type ListHeader,
  readFields,
  readHeader,
  valueOfMeaning,
} from './list-columns.ts';
import { type DateOrder, endOfListDate, orderOf, parseListDate } from './list-dates.ts';
import { type Field, optOutOf, type OptOutState, resembleStates, stateOfWord } from './opt-outs.ts';

const MAX_RECORDS = 100_000;
/** A file with more is no list. */
const MAX_BROKEN_RECORDS = 1_000;
/** Distinct values per column that are compared with the words of states. */
const MAX_VALUES = 50;

/** What the newsroom has said about a list. */
export interface ListOptions {
  /** Default: by their names. */
  readonly columns?: ChosenMeanings | undefined;
  /** Default: as a date of the list shows. */
  readonly dateOrder?: DateOrder | undefined;
}

/** A list that was read completely: who gets no emails is known before anybody is subscribed. */
export interface SubscriberList extends ListHeader {
  readonly text: string;
  readonly dateOrder: DateOrder;
  /** Whether somebody has to say which part of the dates comes first. */
  readonly hasAmbiguousDates: boolean;
  /** By address: who gets no emails according to any record, also to one that is refused. */
  readonly withoutEmails: ReadonlyMap<string, OptOutState | 'suspended'>;
  /** Addresses in records that cannot be read, which may say that their owners have opted out. */
  readonly unreadable: ReadonlySet<string>;
  readonly total: number;
}

/** Of two records of one address, the one with the higher rank counts. */
const RANKS = { suspended: 1, unsubscribed: 2, blocked: 3 } as const;
const rankOf = (state: keyof typeof RANKS | undefined): number => (state === undefined ? 0 : RANKS[state]);

/**
 * Throws `unprocessable` for a list that is no CSV, or whose number of columns is not that of the options, and `too_large` for one
 * with too many records.
 */
export async function readList(text: string, options: ListOptions): Promise<SubscriberList> {
  const header = await headerOf(text, options.columns);
  const orders = new Set<DateOrder | 'ambiguous' | null>();
  const values = header.columns.map(() => new Set<string>());
  for await (const record of recordsOf(text, header)) {
    if ('error' in record) continue;
    for (const [index, { value, meaning }] of readFields(header.columns, record.fields).entries()) {
      if (DATES.has(meaning)) orders.add(orderOf(value));
      const found = values[index];
      if (value !== '' && found !== undefined && found.size < MAX_VALUES) found.add(value);
    }
  }
  const shown = DATE_ORDER_CHOICES.filter((order) => orders.has(order));
  const known = options.dateOrder ?? (shown.length === 1 ? shown[0] : undefined);
  return {
    ...(await findOptOuts(text, header, known)),
    ...header,
    columns: header.columns.map((column, index) => ({
      ...column,
      isUnclear:
        column.isUnclear ||
        (options.columns?.[index] === undefined &&
          column.meaning === 'ignore' &&
          resembleStates(values[index] ?? [])),
    })),
    text,
    dateOrder: known ?? 'month_first',
    hasAmbiguousDates: known === undefined && orders.has('ambiguous'),
  };
}

const DATE_ORDER_CHOICES = ['month_first', 'day_first'] as const;
/** An ambiguous date of an opt-out is compared as one that is not known. */
const DATES: ReadonlySet<ColumnMeaning> = new Set(['subscribed_at', 'confirmed_at']);

/** The records below the names, in the order of the list. Throws `too_large`, or `unprocessable` for too many broken ones. */
export async function* recordsOf(
  text: string,
  { hasNames }: ListHeader,
): AsyncGenerator<CsvRecord | BrokenCsvRecord> {
  let [isHeader, count, broken] = [hasNames, 0, 0];
  for await (const record of parseCsv(text)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    count += 1;
    if ('error' in record) broken += 1;
    if (count > MAX_RECORDS)
      throw new DomainError(
        'too_large',
        `An import can contain at most ${MAX_RECORDS.toLocaleString('en-US')} addresses. Nothing was imported.`,
      );
    if (broken > MAX_BROKEN_RECORDS)
      throw new DomainError(
        'unprocessable',
        `More than ${MAX_BROKEN_RECORDS.toLocaleString('en-US')} lines are not valid CSV. Nothing was imported.`,
      );
    yield record;
  }
}

async function headerOf(text: string, chosen: ChosenMeanings | undefined): Promise<ListHeader> {
  const [first, second] = await firstTwo(text);
  if (first === undefined || 'error' in first)
    throw new DomainError('unprocessable', first?.error ?? 'The list is empty.');
  const header = readHeader(
    first.fields,
    second === undefined || 'error' in second ? [] : second.fields,
    chosen,
  );
  if (chosen !== undefined && chosen.length !== header.columns.length)
    throw new DomainError(
      'unprocessable',
      `The list has ${header.columns.length} columns, and ${chosen.length} meanings were chosen. Nothing was imported.`,
    );
  return header;
}

async function firstTwo(text: string): Promise<(CsvRecord | BrokenCsvRecord)[]> {
  const found: (CsvRecord | BrokenCsvRecord)[] = [];
  for await (const record of parseCsv(text)) if (found.push(record) === 2) break;
  return found;
}

async function findOptOuts(text: string, header: ListHeader, order: DateOrder | undefined) {
  const withoutEmails = new Map<string, OptOutState | 'suspended'>();
  const unreadable = new Set<string>();
  let total = 0;
  for await (const record of recordsOf(text, header)) {
    total += 1;
    if ('error' in record) {
      for (const address of addressesIn(record.text)) unreadable.add(address);
      continue;
    }
    const fields = readFields(header.columns, record.fields);
    const state = stateWithoutEmails(fields, order);
    if (state === null) {
      if (hasSurplus(header.columns, record.fields))
        for (const found of addressesIn(record.fields.join(' '))) unreadable.add(found);
      continue;
    }
    const address = addressIn(valueOfMeaning(fields, 'email'));
    if (address === null) for (const found of addressesIn(record.fields.join(' '))) unreadable.add(found);
    else if (RANKS[state] > rankOf(withoutEmails.get(address))) withoutEmails.set(address, state);
  }
  return { withoutEmails, unreadable, total };
}

/**
 * Whether a record says that the reader gets no emails.
 *
 * @param order of dates that can be read in both; undefined if that is not known
 */
export function stateWithoutEmails(
  fields: readonly Field[],
  order: DateOrder | undefined,
): OptOutState | 'suspended' | null {
  const confirmedAt = parseListDate(valueOfMeaning(fields, 'confirmed_at'), order ?? 'month_first');
  const endOf = (value: string) =>
    order === undefined && orderOf(value) === 'ambiguous'
      ? Number.NaN
      : endOfListDate(value, order ?? 'month_first');
  const optOut = optOutOf(fields, { confirmedAt, endOf });
  if (optOut !== null) return optOut;
  return stateOfWord(valueOfMeaning(fields, 'status').toLowerCase()) === 'suspended' ? 'suspended' : null;
}

/** What has to be said about a list before it can be imported; each is a sentence for the newsroom. */
export function problemsOf({ columns, hasAmbiguousDates }: SubscriberList): string[] {
  const unclear = columns.filter(({ isUnclear }) => isUnclear);
  return [
    ...(columns.some(({ meaning }) => meaning === 'email') ? [] : [NO_ADDRESSES]),
    ...(unclear.length === 0
      ? []
      : [`These columns may say who has unsubscribed: ${quoted(unclear)}. Please choose what they mean.`]),
    ...(hasAmbiguousDates
      ? [
          'Dates such as 03/04/2024 can be read in two ways. Please choose whether the month or the day comes first.',
        ]
      : []),
  ];
}

const NO_ADDRESSES =
  'No column has email addresses. The first line should contain the column names, including “email”, separated by commas, semicolons or tabs.';

const quoted = (columns: readonly ListColumn[]) => columns.map(({ name }) => `“${name}”`).join(', ');
