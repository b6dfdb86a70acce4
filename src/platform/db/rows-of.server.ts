import { Column, is, type SQL, sql } from 'drizzle-orm';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';

/**
 * The rows of a query as one column of another query, decoded as if they had been selected on their own. One statement
 * then reads everything a page shows: a round trip to the database costs more than most of our queries.
 *
 * `query` may select columns and groups of columns, no expressions. A group is null where all of its columns are, as
 * with the columns of a left join that found nothing.
 */
export function rowsOf<Rows extends unknown[]>(query: TypedQueryBuilder<unknown, Rows>): SQL<Rows> {
  const columns: Column[] = [];
  const decodeRow = decoderOf(query._.selectedFields, columns);
  const names = sql.join(
    columns.map((_, index) => sql.identifier(`c${index}`)),
    sql`, `,
  );
  // json_agg keeps the order of the rows it is given (PostgreSQL manual, "Aggregate Functions").
  const rows = sql`(select coalesce(json_agg(json_build_array(${names})), '[]') from ${query} as r(${names}))`;
  return rows.mapWith({ mapFromDriverValue: (json: unknown[][]) => json.map(decodeRow) as Rows });
}

type DecodeRow = (values: readonly unknown[]) => Record<string, unknown>;

/** Appends the columns of the selection to `columns`; the decoder reads values in that order. */
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
