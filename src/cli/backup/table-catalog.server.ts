import type { PoolClient } from 'pg';

export interface TableShape {
  readonly name: string;
  readonly columns: string[];
}

/** Kept by triggers: putting the rows back makes them again. */
const DERIVED = new Set(['published_counts', 'comment_counts', 'article_terms']);

/**
 * Every table of the site with its columns, those that are pointed to first. Asked of the database and not of a
 * list in the code, so that no table added later can be forgotten.
 */
export async function listTables(client: PoolClient): Promise<TableShape[]> {
  const { rows: tables } = await client.query<TableShape>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  const { rows: arrows } = await client.query<{ child: string; parent: string }>(`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f' and conrelid <> confrelid`);
  const parents = (name: string) =>
    arrows.filter(({ child }) => unquoted(child) === name).map(({ parent }) => unquoted(parent));
  return parentsFirst(
    tables.filter(({ name }) => !DERIVED.has(name)),
    parents,
  );
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const unquoted = (name: string) => name.replace(/^public\./, '').replaceAll('"', '');

function parentsFirst(tables: readonly TableShape[], parentsOf: (name: string) => string[]): TableShape[] {
  const sorted: TableShape[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(({ name }) => !parentsOf(name).some((parent) => names.has(parent)));
    if (free.length === 0)
      throw new Error(`The tables ${[...names].join(', ')} point to each other in a circle`);
    sorted.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return sorted;
}
