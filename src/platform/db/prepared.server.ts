import type { Db } from './database.ts';

/**
 * Builds the SQL text of a query once per database handle. PostgreSQL parses and plans it once per connection.
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
