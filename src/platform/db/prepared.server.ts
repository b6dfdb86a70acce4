import { type Placeholder, sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * Builds the SQL text of a query once per database handle. PostgreSQL parses it once per connection. It also keeps the
 * plan if a plan without the values of the parameters looks as cheap as one with them, so a limit belongs in the text:
 * see `fixedLimit`.
 *
 * @param name of the prepared statement; unique in the process, at most 63 characters
 */
export function prepared<Prepared>(
  name: string,
  build: (db: Db) => { prepare(name: string): Prepared },
): (db: Db) => Prepared {
  const byDb = new WeakMap<Db, Prepared>();
  return (db) => {
    const known = byDb.get(db);
    if (known !== undefined) return known;
    const made = build(db).prepare(name);
    byDb.set(db, made);
    return made;
  };
}

/**
 * As `prepared`, for a query that skips the rows of earlier pages. The first page, which is requested most, has a
 * statement of its own without an offset: of the other one PostgreSQL never keeps the plan, because without the value
 * of the offset it assumes that a tenth of the rows is skipped.
 *
 * @param build makes the query; it passes `before` to `offset()`
 */
export function preparedPages<Prepared>(
  name: string,
  build: (db: Db, before: number | Placeholder) => { prepare(name: string): Prepared },
): (db: Db, before: number) => Prepared {
  const first = prepared(`${name}_first`, (db) => build(db, 0));
  const later = prepared(name, (db) => build(db, sql.placeholder('before')));
  return (db, before) => (before === 0 ? first(db) : later(db));
}

/**
 * A limit as part of the SQL text of a prepared query. Drizzle makes every number a parameter; without the value of a
 * limit PostgreSQL assumes a tenth of the rows, so in a large table it would plan the query again for each execution.
 *
 * @param count a non-negative integer
 */
export function fixedLimit(count: number): Placeholder {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a limit`);
  // The type of `limit()` does not mention SQL, which Drizzle inserts like a placeholder.
  return sql.raw(String(count)) as unknown as Placeholder;
}
