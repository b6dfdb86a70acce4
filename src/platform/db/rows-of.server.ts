import { Column, is, type SQL, sql } from 'drizzle-orm';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';

/**
 * Selects the rows of a subquery as one JSON column of another query and decodes them like the rows of a separate
 * query. So one statement reads all data of a page: a round trip to the database takes longer than most of the queries.
 *
 * `query` may select columns and nested objects of columns, but no expressions. A nested object is null when all of its
 * columns are, as for a left join without a match.
 */
export function rowsOf<Rows extends unknown[]>(query: TypedQueryBuilder<unknown, Rows>): SQL<Rows> {
  const columns: Column[] = [];
  const decodeRow = decoderOf(query._.selectedFields, columns);
  const names = sql.join(
    columns.map((_, index) => sql.identifier(`c${index}`)),
    sql`, `,
  );
  // json_agg preserves the order of its input rows (PostgreSQL manual, "Aggregate Functions").
  const rows = sql`(select coalesce(json_agg(json_build_array(${names})), '[]') from ${query} as r(${names}))`;
  return rows.mapWith({ mapFromDriverValue: (json: unknown[][]) => json.map(decodeRow) as Rows });
}

type DecodeRow = (values: readonly unknown[]) => Record<string, unknown>;

/** Appends the columns of the selection to `columns`. The returned decoder expects the values in that order. */
function decoderOf(selection: unknown, columns: Column[]): DecodeRow {
  const fields = Object.entries(selection as Record<string, unknown>).map(([name, field]) => {
    if (is(field, Column)) {
      const index = columns.push(field) - 1;
      return { name, decode: (values: readonly unknown[]) => decodeValue(field, values[index]) };
    }
    if (Object.getPrototypeOf(field) !== Object.prototype)
      throw new TypeError(`rowsOf: “${name}” is not a column`);
    return { name, decode: nullable(decoderOf(field, columns)) };
  });
  return (values) => Object.fromEntries(fields.map(({ name, decode }) => [name, decode(values)]));
}

function decodeValue(column: Column, value: unknown): unknown {
  return value === null ? null : column.mapFromDriverValue(value);
}

function nullable(decode: DecodeRow) {
  return (values: readonly unknown[]) => {
    const group = decode(values);
    return Object.values(group).every((value) => value === null) ? null : group;
  };
}
