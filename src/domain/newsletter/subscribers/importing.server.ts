import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emailAddress } from '#platform/mail/email-address-schema.ts';
import { DomainError } from '#platform/domain-error.ts';
import { isStorable } from '#platform/storable-text.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { type ImportedAs, SUBSCRIBER_STATES, type SubscriberState } from '../subscriber.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';
import {
  columnName,
  consentLikeColumns,
  isoFormat,
  optOutOf,
  stateOfWord,
  valueOf,
} from './import-columns.ts';
import { withoutSuppressed } from './suppression.server.ts';
import { CsvError, parseCsv, withoutApostrophe } from '#platform/csv.ts';
import { type ImportReport, MAX_REPORTED_ERRORS, type RecordError } from '#platform/import-report.ts';

const BATCH_SIZE = 500;
const MAX_RECORDS = 100_000;

type NewRow = typeof subscribers.$inferInsert;

/**
 * Imports a CSV list of addresses as a stream. If the CSV is invalid (`unprocessable`) or has too many records
 * (`too_large`), the records before that point are imported and the list may be sent again; message and member `report`
 * of the error count the records read so far.
 */
export async function importSubscribers(
  deps: NewsletterDeps,
  actor: Actor,
  { text, as }: { readonly text: AsyncIterable<string>; readonly as: ImportedAs },
): Promise<ImportReport> {
  requirePermission(actor, 'subscriber.manage');
  const importer = new SubscriberImporter(deps, actor, as);
  try {
    let header: string[] | undefined;
    for await (const fields of parseCsv(text)) {
      if (header === undefined) header = columnsOf(fields);
      else await importer.add(fieldsOf(header, fields));
    }
    await importer.flush();
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TooManyRecords)) throw error;
    await importer.flush();
    throw partialImportError(error, importer.report());
  }
  return importer.report();
}

function partialImportError(error: CsvError | TooManyRecords, report: ImportReport): DomainError {
  const [added, known, refused] = [report.added, report.known, report.refused].map((count) =>
    count.toLocaleString('en-US'),
  );
  const message = `${error.message} Before that: ${added} added, ${known} known already, ${refused} refused.`;
  const code = error instanceof CsvError ? 'unprocessable' : 'too_large';
  return new DomainError(code, message, { members: { report } });
}

class TooManyRecords extends Error {
  override readonly name = 'TooManyRecords';
}

function columnsOf(fields: readonly string[]): string[] {
  const names = fields.map(columnName);
  if (!names.includes('email'))
    throw new DomainError(
      'unprocessable',
      'The first line must contain the column names, including “email”, separated by commas, semicolons or tabs, and in UTF-8.',
    );
  const unclear = consentLikeColumns(names);
  if (unclear.length > 0)
    throw new DomainError(
      'unprocessable',
      `These columns may say who has unsubscribed: ${unclear.map((name) => `“${name}”`).join(', ')}. Rename one to “status” if its values are states, to “subscribed” or “unsubscribed” if they are yes and no, or remove it from the list. Nothing was imported.`,
    );
  return names;
}

type Field = readonly [name: string, value: string];

const fieldsOf = (header: readonly string[], values: readonly string[]): Field[] =>
  header.map((name, index) => [name, valueOf(withoutApostrophe(values[index] ?? ''))]);

/** Of columns with the same name, the first value counts. */
const rowOf = (fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(fields.toReversed().filter(([, value]) => value !== ''));

/** Start of the year 10000, in milliseconds since 1970. */
const END_OF_DATES = Date.UTC(10_000, 0);

const optionalMoment = z
  .string()
  .transform(isoFormat)
  .pipe(
    z.union(
      [z.literal(''), z.iso.datetime({ offset: true }), z.iso.date()],
      'is not a date such as 2026-05-04',
    ),
  )
  .transform((value) => (value === '' ? null : new Date(value)))
  // PostgreSQL cannot parse the way JavaScript formats years before 1 and after 9999.
  .refine(
    (date) => date === null || (date.getTime() >= 0 && date.getTime() < END_OF_DATES),
    'is not a plausible subscription date',
  )
  .default(null);

const STATES = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(SUBSCRIBER_STATES);
/** Characters. */
const CONSENT_LIMIT = 1000;

/** The messages continue the name of the column. */
const ImportedRow = z.object({
  email: emailAddress({ invalid: 'is not an email address' }),
  status: z
    .string()
    .toLowerCase()
    .transform(stateOfWord)
    .pipe(z.enum(['', ...SUBSCRIBER_STATES], `must be empty, ${STATES}`))
    .default(''),
  consent: z.string().max(CONSENT_LIMIT, `has more than ${CONSENT_LIMIT} characters`).default(''),
  subscribed_at: optionalMoment,
  confirmed_at: optionalMoment,
  unsubscribed_at: optionalMoment,
});

const DATES = ['subscribed_at', 'confirmed_at', 'unsubscribed_at'] as const;

/** Validates records, inserts them in batches and counts the results. */
class SubscriberImporter {
  readonly #deps: NewsletterDeps;
  readonly #actor: Actor;
  readonly #as: ImportedAs;
  /** One for all records, so that those of this import are known. */
  readonly #now: Date;
  readonly #errors: RecordError[] = [];
  /** By address: a list may contain one twice. */
  #rows = new Map<string, NewRow>();
  #records = 0;
  #refused = 0;
  #added = 0;

  constructor(deps: NewsletterDeps, actor: Actor, as: ImportedAs) {
    this.#deps = deps;
    this.#actor = actor;
    this.#as = as;
    this.#now = deps.clock();
  }

  async add(fields: readonly Field[]): Promise<void> {
    const row = rowOf(fields);
    if (this.#records === MAX_RECORDS)
      throw new TooManyRecords(
        `An import can contain at most ${MAX_RECORDS.toLocaleString('en-US')} addresses.`,
      );
    this.#records += 1;
    const invalidColumn = Object.keys(row).find((name) => !isStorable(row[name] ?? ''));
    if (invalidColumn !== undefined)
      return this.#refuse(`${invalidColumn} contains a character that cannot be stored`);
    const read = ImportedRow.safeParse(row);
    if (!read.success)
      return this.#refuse(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)[0]);
    const optOut = optOutOf(fields, read.data.confirmed_at);
    const data = optOut === null ? read.data : { ...read.data, status: optOut };
    const newRow = toNewRow(data, { as: this.#as, now: this.#now });
    if (typeof newRow === 'string') return this.#refuse(newRow);
    const earlier = this.#rows.get(newRow.email);
    if (earlier === undefined || rankOf(newRow) > rankOf(earlier)) this.#rows.set(newRow.email, newRow);
    if (this.#rows.size >= BATCH_SIZE) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    if (rows.length === 0) return;
    const { database, key } = this.#deps;
    const added = await database.transaction(async (tx) => {
      const allowed = await withoutSuppressed(tx, key, rows);
      if (allowed.length === 0) return [];
      await this.#endSubscriptions(tx, allowed);
      const inserted = await tx
        .insert(subscribers)
        .values(allowed)
        .onConflictDoNothing()
        .returning({ id: subscribers.id });
      // With the first addresses: an import that fails later is recorded, one that adds nobody is not.
      if (this.#added === 0 && inserted.length > 0)
        await recordEvent(tx, this.#actor, { action: 'subscribers_imported', detail: this.#as });
      return inserted;
    });
    this.#added += added.length;
  }

  /** An earlier record of this list has added the address, and a later one says that its owner has opted out. */
  async #endSubscriptions(tx: Transaction, rows: readonly NewRow[]): Promise<void> {
    for (const status of ['unsubscribed', 'blocked'] as const) {
      const emails = rows.filter((row) => row.status === status).map(({ email }) => email);
      if (emails.length === 0) continue;
      await tx
        .update(subscribers)
        .set({ status, unsubscribedAt: this.#now, confirmationWithheldAt: null })
        .where(
          and(
            inArray(subscribers.email, emails),
            eq(subscribers.source, 'import'),
            eq(subscribers.askedAt, this.#now),
            inArray(subscribers.status, ['pending', 'confirmed', 'suspended']),
          ),
        );
    }
  }

  report(): ImportReport {
    const known = this.#records - this.#refused - this.#added;
    return { added: this.#added, known, refused: this.#refused, errors: this.#errors };
  }

  #refuse(reason = 'The record is not valid'): void {
    this.#refused += 1;
    if (this.#errors.length < MAX_REPORTED_ERRORS) this.#errors.push({ record: this.#records, reason });
  }
}

/** Of two records of one address, the one with the higher rank counts. */
const RANKS: Readonly<Partial<Record<SubscriberState, number>>> = {
  suspended: 1,
  unsubscribed: 2,
  blocked: 3,
};
const rankOf = ({ status = 'pending' }: NewRow): number => RANKS[status] ?? 0;

/** Returns the row to insert, or the reason why the record is refused. */
function toNewRow(
  read: z.output<typeof ImportedRow>,
  { as, now }: { readonly as: ImportedAs; readonly now: Date },
): NewRow | string {
  const declared = read.status === '' ? as : read.status;
  // A record can declare itself confirmed only if the administrator imports the list as confirmed.
  const status = declared === 'confirmed' && as === 'pending' ? 'pending' : declared;
  if (status === 'confirmed' && (read.consent === '' || read.confirmed_at === null))
    return 'confirmed needs consent and confirmed_at';
  const future = DATES.find((column) => (read[column] ?? now) > now);
  if (future !== undefined) return `${future} is in the future`;
  return {
    id: uuidv7(),
    email: read.email,
    status,
    source: 'import',
    consent: read.consent,
    createdAt: read.subscribed_at ?? now,
    askedAt: now,
    confirmedAt: status === 'pending' ? null : read.confirmed_at,
    unsubscribedAt: status === 'unsubscribed' || status === 'blocked' ? (read.unsubscribed_at ?? now) : null,
    confirmationWithheldAt: status === 'pending' ? now : null,
  };
}
