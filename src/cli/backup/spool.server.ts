import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PoolClient } from 'pg';
import { lastMigration } from '#platform/db/migrate.server.ts';
import { type Manifest, tablePath } from './manifest.ts';
import { listTables, quoteIdentifier, type TableShape } from './table-catalog.server.ts';

/** Rows per fetch. A row can have several megabytes, so the number is small to limit memory. */
const FETCH_ROWS = 10;
const PART_BYTES = 64 * 1024 * 1024;
const SYNC_INTERVAL_BYTES = 4 * 1024 * 1024;

/** Writes every table as JSON lines into a folder, from one snapshot. */
export async function spoolTables(client: PoolClient, folder: string): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only');
  try {
    const migration = await lastMigration(client);
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client))
      tables.push({ ...table, rows: await spoolTable(client, table, folder) });
    return { format: 2, madeAt: new Date().toISOString(), migration, tables };
  } finally {
    await client.query('rollback');
  }
}

async function spoolTable(client: PoolClient, { name }: TableShape, folder: string): Promise<number> {
  // The database converts rows to JSON and they are not parsed here, so numbers and microseconds keep their precision.
  await client.query(
    `declare page no scroll cursor for select to_jsonb(t)::text as line from ${quoteIdentifier(name)} as t`,
  );
  const parts = new PartFileWriter(folder, name);
  let count = 0;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from page`);
    if (rows.length === 0) break;
    await parts.write(rows.map(({ line }) => `${line}\n`).join(''));
    count += rows.length;
  }
  await parts.close();
  await client.query('close page');
  return count;
}

/** Writes a table into files of limited size: a ustar archive cannot hold files above eight gigabytes. */
class PartFileWriter {
  readonly #folder: string;
  readonly #table: string;
  #file: FileHandle | undefined;
  #number = 0;
  #size = 0;
  #unflushed = 0;

  constructor(folder: string, table: string) {
    this.#folder = folder;
    this.#table = table;
  }

  async write(lines: string): Promise<void> {
    if (!this.#file || this.#size > PART_BYTES) await this.#next();
    const bytes = Buffer.from(lines);
    await this.#file?.writeFile(bytes);
    this.#size += bytes.length;
    this.#unflushed += bytes.length;
    if (this.#unflushed < SYNC_INTERVAL_BYTES) return;
    // Syncs in steps: one large sync at the end would delay the commits of other connections.
    await this.#file?.datasync();
    this.#unflushed = 0;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #next(): Promise<void> {
    await this.close();
    const path = join(this.#folder, tablePath(this.#table, ++this.#number));
    await mkdir(dirname(path), { recursive: true });
    this.#file = await open(path, 'wx', 0o600);
    this.#size = 0;
  }
}
