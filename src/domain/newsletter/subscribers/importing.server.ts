import { z } from 'zod';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { uuidv7 } from '#platform/ids.ts';
import { mailAddress } from '#platform/mail/mail.ts';
import { Refusal } from '#platform/refusal.ts';
import { isStorable } from '#platform/storable-text.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { type ImportedAs, normaliseEmail } from '../subscriber.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';
import { withoutSuppressed } from './suppression.server.ts';
import { CsvError, parseCsv, withoutApostrophe } from './csv.ts';

export interface ImportReport {
  readonly added: number;
  /** They were here already and stay as they were, or were deleted: nobody who has left comes back through a list. */
  readonly known: number;
  readonly refused: number;
  /** Why, for the first hundred of them. Records are counted from 1, the header not. */
  readonly complaints: readonly { readonly record: number; readonly reason: string }[];
}

const AT_ONCE = 500;
const MOST_RECORDS = 100_000;
const MOST_COMPLAINTS = 100;

type NewRow = typeof subscribers.$inferInsert;

/**
 * Reads a list of addresses as it arrives. One that ends early, because its text is no CSV (`unprocessable`) or it is too
 * long (`too_large`), is taken up to there and may be sent again; the refusal counts the records read so far, in its message
 * and in the member `report`.
 */
export async function importSubscribers(
  parts: NewsletterParts,
  actor: Actor,
  { text, as }: { readonly text: AsyncIterable<string>; readonly as: ImportedAs },
): Promise<ImportReport> {
  requireEditor(actor);
  const tally = new Tally(parts);
  try {
    let header: string[] | undefined;
    for await (const fields of parseCsv(text)) {
      if (header === undefined) header = columnsOf(fields);
      else await tally.take(rowOf(header, fields), { as, now: parts.clock() });
    }
    await tally.flush();
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TooManyRecords)) throw error;
    await tally.flush();
    throw endedEarly(error, tally.report());
  }
  return tally.report();
}

function endedEarly(error: CsvError | TooManyRecords, report: ImportReport): Refusal {
  const [added, known, refused] = [report.added, report.known, report.refused].map((count) =>
    count.toLocaleString('en-US'),
  );
  const message = `${error.message} Before that: ${added} added, ${known} known already, ${refused} refused.`;
  const code = error instanceof CsvError ? 'unprocessable' : 'too_large';
  return new Refusal(code, message, { members: { report } });
}

class TooManyRecords extends Error {
  override readonly name = 'TooManyRecords';
}

function columnsOf(fields: readonly string[]): string[] {
  const names = fields.map((name) => name.trim().toLowerCase());
  if (!names.includes('email'))
    throw new Refusal('unprocessable', 'The first line has to name the columns, and one of them “email”.');
  return names;
}

const rowOf = (header: readonly string[], fields: readonly string[]) =>
  Object.fromEntries(header.map((name, index) => [name, withoutApostrophe(fields[index] ?? '').trim()]));

/** Midnight after 9999-12-31, as milliseconds since 1970. */
const END_OF_DATES = Date.UTC(10_000, 0);

const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'is no date like 2026-05-04')
  .transform((value) => new Date(value))
  // The database does not read years as JavaScript writes them before the first and after the 9999th.
  .refine((date) => date.getTime() >= 0 && date.getTime() < END_OF_DATES, 'is no date of a subscription');
const optionalMoment = z.union([z.literal('').transform(() => null), moment]).default(null);

const ImportedRow = z.object({
  email: z.string().transform(normaliseEmail).pipe(mailAddress),
  status: z.enum(['', 'pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked']).default(''),
  consent: z.string().max(1000).default(''),
  subscribed_at: optionalMoment,
  confirmed_at: optionalMoment,
  unsubscribed_at: optionalMoment,
});

/** Counts, and writes five hundred at a time. */
class Tally {
  readonly #parts: NewsletterParts;
  readonly #complaints: { record: number; reason: string }[] = [];
  #rows: NewRow[] = [];
  #records = 0;
  #refused = 0;
  #added = 0;

  constructor(parts: NewsletterParts) {
    this.#parts = parts;
  }

  async take(row: Record<string, string>, given: { as: ImportedAs; now: Date }): Promise<void> {
    if (this.#records === MOST_RECORDS)
      throw new TooManyRecords(
        `At most ${MOST_RECORDS.toLocaleString('en-US')} addresses are read at a time.`,
      );
    this.#records += 1;
    const odd = Object.keys(row).find((name) => !isStorable(row[name] ?? ''));
    if (odd !== undefined) return this.#refuse(`${odd} has a character in it that cannot be stored`);
    const read = ImportedRow.safeParse(row);
    if (!read.success)
      return this.#refuse(read.error.issues.map(({ path }) => `${path.join('.')} is not usable`)[0]);
    const made = newRow(read.data, given);
    if (typeof made === 'string') return this.#refuse(made);
    this.#rows.push(made);
    if (this.#rows.length >= AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    const { database, key } = this.#parts;
    const added = await database.transaction(async (tx) => {
      const wanted = await withoutSuppressed(tx, key, rows);
      if (wanted.length === 0) return [];
      return tx.insert(subscribers).values(wanted).onConflictDoNothing().returning({ id: subscribers.id });
    });
    this.#added += added.length;
  }

  report(): ImportReport {
    const known = this.#records - this.#refused - this.#added;
    return { added: this.#added, known, refused: this.#refused, complaints: this.#complaints };
  }

  #refuse(reason = 'is not usable'): void {
    this.#refused += 1;
    if (this.#complaints.length < MOST_COMPLAINTS) this.#complaints.push({ record: this.#records, reason });
  }
}

/** The row, or why there is none. */
function newRow(
  read: z.output<typeof ImportedRow>,
  { as, now }: { readonly as: ImportedAs; readonly now: Date },
): NewRow | string {
  const said = read.status === '' ? as : read.status;
  // A list that speaks of confirmed ones is believed only by whoever says so.
  const status = said === 'confirmed' && as === 'pending' ? 'pending' : said;
  if (status === 'confirmed' && (read.consent === '' || read.confirmed_at === null))
    return 'confirmed needs consent and confirmed_at';
  if (read.confirmed_at !== null && read.confirmed_at > now) return 'confirmed_at lies in the future';
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
