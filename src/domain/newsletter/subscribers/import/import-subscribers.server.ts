import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { csvLine } from '#platform/csv.ts';
import { DomainError } from '#platform/domain-error.ts';
import { MAX_REPORTED_ERRORS, type RecordError } from '#platform/import-report.ts';
import type { NewsletterDeps } from '../../newsletter-deps.server.ts';
import type { ImportedAs } from '../../subscriber.ts';
import { type NewRow, readRow } from './list-record.ts';
import type { ListColumn } from './list-columns.ts';
import type { DateOrder } from './list-dates.ts';
import { type Outcome, SubscriberWriter, type WriterOptions } from './subscriber-writer.server.ts';
import {
  type ListOptions,
  problemsOf,
  readList,
  recordsOf,
  type SubscriberList,
} from './subscriber-list.server.ts';

/** Records that a preview shows. */
const PREVIEWED = 10;

export interface ImportInput extends ListOptions {
  readonly text: string;
  /** State of records without a state of their own. */
  readonly as: ImportedAs;
}

/** What an import does to how many records, or would do. */
export interface SubscriberImportReport {
  /** Addresses that are added, in all states. */
  readonly added: number;
  /** Of these: confirmed, unconfirmed, and such that get no emails. */
  readonly confirmed: number;
  readonly unconfirmed: number;
  readonly opted_out: number;
  /** Of the known ones: subscriptions of an earlier import that end, because their owners have opted out since. */
  readonly ended: number;
  /** Addresses that are there already, also in an earlier record of the list, or whose owners had their data deleted. */
  readonly known: number;
  readonly refused: number;
  /** Reasons for the first `MAX_REPORTED_ERRORS` refused records. */
  readonly errors: readonly RecordError[];
}

export interface ImportPreview extends SubscriberImportReport {
  /** What has to be said before the list can be imported. Empty if it can. */
  readonly problems: readonly string[];
  readonly columns: readonly ListColumn[];
  readonly hasNames: boolean;
  readonly dateOrder: DateOrder | null;
  readonly total: number;
  readonly rows: readonly PreviewedRow[];
}

export interface PreviewedRow {
  /** Counted from 1, without the column names. */
  readonly record: number;
  readonly values: readonly string[];
  readonly outcome: Outcome | 'refused';
}

/**
 * Imports a list of addresses. Everything that its records say about who has opted out is known before the first one is stored. Throws
 * `unprocessable` for a list that is no CSV or that needs an answer first, and `too_large`; then nothing is imported.
 */
export async function importSubscribers(
  deps: NewsletterDeps,
  actor: Actor,
  input: ImportInput,
): Promise<SubscriberImportReport> {
  requirePermission(actor, 'subscriber.manage');
  const list = await readList(input.text, input);
  const [problem] = problemsOf(list);
  if (problem !== undefined) throw new DomainError('unprocessable', `${problem} Nothing was imported.`);
  const { report } = await processList(deps, list, {
    as: input.as,
    // An import that fails later is recorded, one that changes nothing is not.
    onFirstChange: (tx) => recordEvent(tx, actor, { action: 'subscribers_imported', detail: input.as }),
  });
  return report;
}

/** What the import would do, and what it takes each column for. Changes nothing. Throws as the import, except for an open question. */
export async function previewImport(
  deps: NewsletterDeps,
  actor: Actor,
  input: ImportInput,
): Promise<ImportPreview> {
  requirePermission(actor, 'subscriber.manage');
  const list = await readList(input.text, input);
  const { report, rows } = await processList(deps, list, { as: input.as, onFirstChange: null });
  const { columns, hasNames, total } = list;
  const dateOrder = list.hasAmbiguousDates ? null : list.dateOrder;
  return { ...report, rows, columns, hasNames, total, dateOrder, problems: problemsOf(list) };
}

/** The refused records as CSV, with the reasons in front of their columns. Reads only the list. Throws as the preview. */
export async function exportRefused(
  deps: NewsletterDeps,
  actor: Actor,
  input: ImportInput,
): Promise<AsyncGenerator<string>> {
  requirePermission(actor, 'subscriber.manage');
  const list = await readList(input.text, input);
  return linesOfRefused(list, { as: input.as, now: deps.clock() });
}

async function* linesOfRefused(
  list: SubscriberList,
  given: { readonly as: ImportedAs; readonly now: Date },
): AsyncGenerator<string> {
  const context = { ...given, list };
  yield csvLine(['record', 'line', 'reason', ...list.columns.map(({ name }) => name)]);
  let count = 0;
  for await (const record of recordsOf(list.text, list)) {
    count += 1;
    const place = [String(count), String(record.line)];
    if ('error' in record) yield csvLine([...place, record.error, record.text]);
    else {
      const row = readRow(record.fields, context);
      if (typeof row === 'string') yield csvLine([...place, row, ...record.fields]);
    }
  }
}

interface ProcessOptions extends Pick<WriterOptions, 'onFirstChange'> {
  readonly as: ImportedAs;
}

async function processList(
  deps: NewsletterDeps,
  list: SubscriberList,
  { as, onFirstChange }: ProcessOptions,
): Promise<{ report: SubscriberImportReport; rows: PreviewedRow[] }> {
  const now = deps.clock();
  const writer = new SubscriberWriter(deps, { now, onFirstChange });
  const errors: RecordError[] = [];
  const shown: { record: number; values: readonly string[]; row: NewRow | string }[] = [];
  let [count, refused] = [0, 0];
  for await (const record of recordsOf(list.text, list)) {
    count += 1;
    const row = 'error' in record ? record.error : readRow(record.fields, { list, as, now });
    if (onFirstChange === null && shown.length < PREVIEWED)
      shown.push({ record: count, values: 'error' in record ? [record.text] : record.fields, row });
    if (typeof row === 'string') {
      refused += 1;
      if (errors.length < MAX_REPORTED_ERRORS) errors.push({ record: count, reason: row });
    } else await writer.add(row);
  }
  await writer.flush();
  const { confirmed, unconfirmed, opted_out, known, ended } = writer.counts;
  const added = confirmed + unconfirmed + opted_out;
  return {
    report: { added, confirmed, unconfirmed, opted_out, ended, known, refused, errors },
    rows: shown.map(({ row, ...rest }) => ({
      ...rest,
      outcome: typeof row === 'string' ? 'refused' : writer.outcomeOf(row),
    })),
  };
}
