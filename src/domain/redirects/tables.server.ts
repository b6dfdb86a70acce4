import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { REDIRECT_KINDS } from './redirect.ts';

/** Where addresses without a page lead. */
export const redirects = pgTable(
  'redirects',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    kind: text('kind', { enum: REDIRECT_KINDS }).notNull(),
    /** A path in its shortest encoding, without a slash at the end. */
    source: text('source').notNull(),
    /** A path of this site, or an address with https. */
    target: text('target').notNull(),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    updatedAt: timestampMs('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('redirects_source').on(table.source, table.kind),
    check('redirects_kind', sql`${table.kind} in ('exact', 'prefix')`),
    check(
      'redirects_source_path',
      sql`length(${table.source}) between 2 and 500 and ${table.source} like '/%'`,
    ),
    check('redirects_target_length', sql`length(${table.target}) between 1 and 1000`),
  ],
);

/** How often readers asked for an address without a page, by day. The job `redirects.prune-unknown` deletes old days. */
export const unknownAddresses = pgTable(
  'unknown_addresses',
  {
    /** In UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    path: text('path').notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.path] }),
    index('unknown_addresses_path').on(table.path),
    check('unknown_addresses_path_length', sql`length(${table.path}) between 1 and 200`),
  ],
);

/** Unknown addresses that the newsroom does not want to see in the report. */
export const ignoredAddresses = pgTable(
  'ignored_addresses',
  {
    path: text('path').primaryKey(),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
  },
  (table) => [check('ignored_addresses_path_length', sql`length(${table.path}) between 1 and 200`)],
);
