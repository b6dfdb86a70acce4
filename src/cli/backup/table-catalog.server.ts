import type { PoolClient } from 'pg';

export interface TableShape {
  readonly name: string;
  readonly columns: string[];
}

/** Tables maintained by triggers, or by a job for which triggers fill a queue. Restoring the other rows fills them. */
const DERIVED_TABLES = new Set([
  'published_counts',
  'comment_counts',
  'article_bylines',
  'article_search',
  'article_tags',
  'article_terms',
  'draft_search',
  'picture_crops',
  'search_language',
  'search_queue',
  'search_words',
  'social_pictures',
]);

/**
 * Lists every table of the site with its columns, referenced tables first. Reads the database catalog instead of a list in
 * the code, so that tables added later are included.
 */
export async function listTables(client: PoolClient): Promise<TableShape[]> {
  const { rows: tables } = await client.query<TableShape>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  const { rows: foreignKeys } = await client.query<{ child: string; parent: string }>(`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f' and conrelid <> confrelid`);
  const parents = (name: string) =>
    foreignKeys
      .filter(({ child }) => unquoteIdentifier(child) === name)
      .map(({ parent }) => unquoteIdentifier(parent));
  return parentsFirst(
    tables.filter(({ name }) => !DERIVED_TABLES.has(name)),
    parents,
  );
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const unquoteIdentifier = (name: string) => name.replace(/^public\./, '').replaceAll('"', '');

function parentsFirst(tables: readonly TableShape[], parentsOf: (name: string) => string[]): TableShape[] {
  const sorted: TableShape[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name));
    const ready = remaining.filter(({ name }) => !parentsOf(name).some((parent) => names.has(parent)));
    if (ready.length === 0)
      throw new Error(`The tables ${[...names].join(', ')} reference each other in a cycle`);
    sorted.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return sorted;
}
