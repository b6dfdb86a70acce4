import { sql } from 'drizzle-orm';
import { createFirstRevisions } from '#domain/articles/revisions.server.ts';
import { createDefaultSections } from '#domain/categories/create-default-sections.server.ts';
import { renameFormerSettings } from '#domain/site/settings.server.ts';
import { listMigrations } from '#platform/db/migrate.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { readLines } from '#platform/lines.ts';
import type { Manifest } from './manifest.ts';
import { deleteSeedRows, requireUnusedSite } from './seed-rows.server.ts';
import { quoteIdentifier, type TableShape } from './table-catalog.server.ts';
import { DamagedArchiveError, type TarEntry } from './tar-reader.ts';

const MAX_BATCH_ROWS = 200;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Tables in which a restored row may exist already: created by triggers of other tables, or preserved by the site. */
const MAY_EXIST = new Set(['image_uses', 'images', 'jwks']);
/** Tables whose rows are useless, and would conflict, without the secrets they were created with. */
const BOUND_TO_SECRETS = new Set(['session', 'jwks', 'verification']);

/** Tables that backups of early releases lack. */
const REVISIONS = 'article_revisions';
const SECTIONS = 'sections';

/** The migration that schedules articles with a publication date in the future. */
const PUBLIC_BY_STATE = 'public_by_state';

interface RestoredTable {
  /** Column names for SQL; null for a table that this release no longer has, or fills by triggers. */
  readonly columns: string | null;
  readonly expected: number;
  found: number;
}

/**
 * Inserts the rows of a backup into a database without user data. The backup may have an earlier schema: what later
 * migrations removed is skipped, and what they did to rows is repeated by `finish`.
 */
export class RowRestorer {
  keepSessions = true;
  readonly #tx: Transaction;
  readonly #tables: Map<string, RestoredTable>;
  /** When the newest migration of the backup was made. */
  readonly #migration: number;

  private constructor(tx: Transaction, manifest: Manifest, tables: readonly TableShape[]) {
    this.#tx = tx;
    this.#migration = manifest.migration;
    const present = new Map(tables.map(({ name, columns }) => [name, columns]));
    this.#tables = new Map(
      manifest.tables.map(({ name, columns, rows }) => [
        name,
        { columns: columnList(columns, present.get(name)), expected: rows, found: 0 },
      ]),
    );
  }

  /** @param tables all tables of the database, referenced ones first */
  static async begin(
    tx: Transaction,
    manifest: Manifest,
    tables: readonly TableShape[],
  ): Promise<RowRestorer> {
    const names = tables.map(({ name }) => name);
    await requireUnusedSite(tx, names);
    await deleteSeedRows(tx, names);
    return new RowRestorer(tx, manifest, tables);
  }

  /** Inserts one file of rows of one table. */
  async add({ path, content }: TarEntry): Promise<void> {
    const name = /^tables\/([^/]+)\/\d+\.jsonl$/.exec(path)?.[1] ?? '';
    const table = this.#tables.get(name);
    if (!table) throw new DamagedArchiveError(`${path} is not in its list`);
    const isSkipped = BOUND_TO_SECRETS.has(name) && !this.keepSessions;
    for await (const lines of batchLines(content)) {
      table.found += lines.length;
      if (!isSkipped && table.columns !== null) await this.#insert(name, table.columns, lines);
    }
  }

  async finish(): Promise<number> {
    let rows = 0;
    for (const [name, { columns, expected, found }] of this.#tables) {
      if (expected !== found) throw new DamagedArchiveError(`${name} is not complete`);
      if (columns !== null) await this.#continueSequences(name);
      rows += found;
    }
    await renameFormerSettings(this.#tx);
    if (!this.#tables.has(REVISIONS)) await createFirstRevisions(this.#tx);
    if (!this.#tables.has(SECTIONS)) await createDefaultSections(this.#tx);
    // Deleting the seeded sections deleted their counts as well.
    await this.#tx.execute(
      sql`insert into published_counts (category_slug) select slug from categories on conflict do nothing`,
    );
    if (this.#migration < migrationTime(PUBLIC_BY_STATE))
      await this.#tx.execute(sql`select schedule_future_articles()`);
    return rows;
  }

  async #insert(name: string, columns: string, lines: string[]): Promise<void> {
    const [table, list] = [sql.identifier(name), sql.raw(columns)];
    const onConflict = MAY_EXIST.has(name) ? sql`on conflict do nothing` : sql``;
    await this.#tx.execute(sql`
      insert into ${table} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::jsonb)
      ${onConflict}`);
  }

  async #continueSequences(name: string): Promise<void> {
    const { rows } = await this.#tx.execute<{ column: string; sequence: string }>(sql`
      select attname as column, pg_get_serial_sequence(${quoteIdentifier(name)}, attname) as sequence
      from pg_attribute where attrelid = ${quoteIdentifier(name)}::regclass and attnum > 0 and not attisdropped
        and pg_get_serial_sequence(${quoteIdentifier(name)}, attname) is not null`);
    for (const { column, sequence } of rows) {
      await this.#tx.execute(sql`
        select setval(${sequence}, coalesce(max(${sql.identifier(column)}), 0) + 1, false) from ${sql.identifier(name)}`);
    }
  }
}

/** When the migration was made, in milliseconds. */
function migrationTime(name: string): number {
  const migration = listMigrations().find(({ tag }) => tag.endsWith(`_${name}`));
  if (migration === undefined) throw new Error(`There is no migration ${name}`);
  return migration.when;
}

/** The columns of the backup that the table still has. */
function columnList(columns: readonly string[], present: readonly string[] | undefined): string | null {
  if (present === undefined) return null;
  return columns
    .filter((column) => present.includes(column))
    .map((column) => quoteIdentifier(column))
    .join(', ');
}

/** Groups lines into batches, limited by rows and bytes, that are each inserted by one statement. */
async function* batchLines(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let bytes = 0;
  for await (const line of readLines(content)) {
    lines.push(line);
    bytes += line.length;
    if (lines.length < MAX_BATCH_ROWS && bytes < MAX_BATCH_BYTES) continue;
    yield lines;
    [lines, bytes] = [[], 0];
  }
  if (lines.length > 0) yield lines;
}
