import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { readLines } from '#platform/lines.ts';
import type { Manifest } from './manifest.ts';
import { deleteOwnRows, refuseUsed } from './own-rows.server.ts';
import { DamagedArchive, type TarEntry } from './tar-reader.ts';

const ROWS_AT_ONCE = 200;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** Some rows of these may be there already: made by those of other tables, or kept because the site needs them. */
const PARTLY_MADE = new Set(['image_uses', 'images', 'jwks']);
/** Worthless, and in the way, under other secrets than those they were made with. */
const BOUND_TO_SECRETS = new Set(['session', 'jwks', 'verification']);

/** Puts the rows of a backup into a database that nobody has used yet. */
export class RowsToRestore {
  keepSessions = true;
  readonly #tx: Transaction;
  readonly #tables: Map<string, { columns: string; expected: number; found: number }>;

  private constructor(tx: Transaction, { tables }: Manifest) {
    this.#tx = tx;
    this.#tables = new Map(
      tables.map(({ name, columns, rows }) => [
        name,
        { columns: columns.map((column) => quote(column)).join(', '), expected: rows, found: 0 },
      ]),
    );
  }

  /** @param tables all of the database, those first that others refer to */
  static async begin(tx: Transaction, manifest: Manifest, tables: readonly string[]): Promise<RowsToRestore> {
    await refuseUsed(tx, tables);
    await deleteOwnRows(tx, tables);
    return new RowsToRestore(tx, manifest);
  }

  /** One file of rows of one table. */
  async add({ path, content }: TarEntry): Promise<void> {
    const name = /^tables\/([^/]+)\/\d+\.jsonl$/.exec(path)?.[1] ?? '';
    const table = this.#tables.get(name);
    if (!table) throw new DamagedArchive(`${path} is not in its list`);
    const isDropped = BOUND_TO_SECRETS.has(name) && !this.keepSessions;
    for await (const lines of batches(content)) {
      table.found += lines.length;
      if (!isDropped) await this.#insert(name, table.columns, lines);
    }
  }

  async finish(): Promise<number> {
    let rows = 0;
    for (const [name, { expected, found }] of this.#tables) {
      if (expected !== found) throw new DamagedArchive(`${name} is not complete`);
      await this.#continueSequences(name);
      rows += found;
    }
    // Deleting the sections that came with the new site took their counts along.
    await this.#tx.execute(
      sql`insert into published_counts (category_slug) select slug from categories on conflict do nothing`,
    );
    return rows;
  }

  async #insert(name: string, columns: string, lines: string[]): Promise<void> {
    const [table, list] = [sql.identifier(name), sql.raw(columns)];
    const unlessThere = PARTLY_MADE.has(name) ? sql`on conflict do nothing` : sql``;
    await this.#tx.execute(sql`
      insert into ${table} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::jsonb)
      ${unlessThere}`);
  }

  async #continueSequences(name: string): Promise<void> {
    const { rows } = await this.#tx.execute<{ column: string; sequence: string }>(sql`
      select attname as column, pg_get_serial_sequence(${quote(name)}, attname) as sequence
      from pg_attribute where attrelid = ${quote(name)}::regclass and attnum > 0 and not attisdropped
        and pg_get_serial_sequence(${quote(name)}, attname) is not null`);
    for (const { column, sequence } of rows) {
      await this.#tx.execute(sql`
        select setval(${sequence}, coalesce(max(${sql.identifier(column)}), 0) + 1, false) from ${sql.identifier(name)}`);
    }
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The lines in groups that are neither many small statements nor one too large for the database. */
async function* batches(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let bytes = 0;
  for await (const line of readLines(content)) {
    lines.push(line);
    bytes += line.length;
    if (lines.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield lines;
    [lines, bytes] = [[], 0];
  }
  if (lines.length > 0) yield lines;
}
