import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { NewsletterDeps } from '../../newsletter-deps.server.ts';
import { newsletterSubscribers as subscribers } from '../../tables.server.ts';
import { withoutSuppressed } from '../suppression.server.ts';
import type { NewRow } from './list-record.ts';

const BATCH_SIZE = 500;

/** What becomes of a record that is not refused. `known`: the address is there already. */
export const OUTCOMES = ['confirmed', 'unconfirmed', 'opted_out', 'known'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface WriterOptions {
  /** The time of the import. */
  readonly now: Date;
  /** Called in the transaction of the first change. Null for a preview, which only counts what would be done. */
  readonly onFirstChange: ((tx: Transaction) => Promise<void>) | null;
}

/** Adds subscribers in batches, each in a transaction of its own, and counts the results. */
export class SubscriberWriter {
  readonly counts = { confirmed: 0, unconfirmed: 0, opted_out: 0, known: 0, ended: 0 };
  readonly #deps: NewsletterDeps;
  readonly #options: WriterOptions;
  /** A list may contain an address twice: the first record counts. */
  readonly #seen = new Set<string>();
  /** Of a preview, the ids of the rows that would be added. */
  readonly #added = new Set<string>();
  #rows: NewRow[] = [];
  #hasChanged = false;

  constructor(deps: NewsletterDeps, options: WriterOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  async add(row: NewRow): Promise<void> {
    if (this.#seen.has(row.email)) {
      this.counts.known += 1;
      return;
    }
    this.#seen.add(row.email);
    this.#rows.push(row);
    if (this.#rows.length >= BATCH_SIZE) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    const { database, key } = this.#deps;
    const { onFirstChange } = this.#options;
    const { added, ended } = await database.transaction(async (tx) => {
      const allowed = await withoutSuppressed(tx, key, rows);
      if (allowed.length === 0) return { added: [], ended: 0 };
      const existing = await findExisting(tx, allowed);
      const found = new Set(existing.map(({ email }) => email));
      const missing = allowed.filter(({ email }) => !found.has(email));
      const opted = optedOutSince(existing, allowed);
      if (onFirstChange === null) return { added: missing, ended: opted.length };
      for (const row of opted) await endSubscription(tx, row);
      const inserted = await insertRows(tx, missing);
      if (!this.#hasChanged && opted.length + inserted.length > 0) await onFirstChange(tx);
      return { added: inserted, ended: opted.length };
    });
    this.#hasChanged ||= added.length + ended > 0;
    this.counts.ended += ended;
    this.counts.known += rows.length - added.length;
    for (const row of added) {
      this.counts[outcomeOf(row)] += 1;
      if (onFirstChange === null) this.#added.add(row.id ?? '');
    }
  }

  /** What a preview has found out about a row, after the last `flush`. */
  outcomeOf(row: NewRow): Outcome {
    return this.#added.has(row.id ?? '') ? outcomeOf(row) : 'known';
  }
}

function outcomeOf({ status }: NewRow): Exclude<Outcome, 'known'> {
  if (status === 'confirmed') return 'confirmed';
  return status === 'pending' ? 'unconfirmed' : 'opted_out';
}

/** Returns those that were not there yet. */
async function insertRows(tx: Transaction, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
  if (rows.length === 0) return [];
  const inserted = await tx
    .insert(subscribers)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: subscribers.id });
  const ids = new Set(inserted.map(({ id }) => id));
  return rows.filter(({ id = '' }) => ids.has(id));
}

type ExistingRow = Awaited<ReturnType<typeof findExisting>>[number];

const findExisting = (tx: Transaction, rows: readonly NewRow[]) =>
  tx
    .select({
      id: subscribers.id,
      email: subscribers.email,
      status: subscribers.status,
      source: subscribers.source,
      askedAt: subscribers.askedAt,
      confirmedAt: subscribers.confirmedAt,
    })
    .from(subscribers)
    .where(
      inArray(
        subscribers.email,
        rows.map(({ email }) => email),
      ),
    )
    .for('update');

interface EndedRow extends ExistingRow {
  readonly values: Pick<NewRow, 'status' | 'unsubscribedAt'>;
}

/**
 * Subscribers of an earlier import whose owners have opted out according to this list. A reader who has subscribed or confirmed here has done
 * so after the list was made.
 */
function optedOutSince(existing: readonly ExistingRow[], rows: readonly NewRow[]): EndedRow[] {
  const optedOut = new Map(
    rows
      .filter(({ status }) => status === 'unsubscribed' || status === 'blocked')
      .map((row) => [row.email, row]),
  );
  return existing.flatMap((row) => {
    const record = optedOut.get(row.email);
    const isOfImport =
      row.source === 'import' &&
      (row.status === 'pending' ||
        ((row.status === 'confirmed' || row.status === 'suspended') &&
          (row.confirmedAt === null || row.confirmedAt <= row.askedAt)));
    if (record === undefined || !isOfImport) return [];
    return [{ ...row, values: { status: record.status, unsubscribedAt: record.unsubscribedAt } }];
  });
}

async function endSubscription(tx: Transaction, { id, status, values }: EndedRow): Promise<void> {
  await tx
    .update(subscribers)
    .set({ ...values, confirmationWithheldAt: null })
    .where(and(eq(subscribers.id, id), eq(subscribers.status, status)));
}
