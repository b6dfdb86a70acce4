import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';

describe.each(databases)('a repeated query on the $name database', ({ open }) => {
  const opened = useDatabase(open);

  /** Uses a transaction, because statements are prepared per connection. */
  const prepared = () =>
    opened.database.transaction(async (tx) => {
      const double = (value: number) => tx.execute<{ twice: number }>(sql`select ${value}::int * 2 as twice`);
      const countStatements = async () => {
        const { rows } = await tx.execute<{ statement: string }>(
          sql`select statement from pg_prepared_statements where statement like '%* 2 as twice%'`,
        );
        return rows.length;
      };
      const counts = [];
      const answers = [];
      for (const value of [1, 2, 3]) {
        answers.push((await double(value)).rows[0]?.twice);
        counts.push(await countStatements());
      }
      return { counts, answers };
    });

  test('is prepared once, from the second execution on, and uses its own values', async () => {
    const first = await prepared();
    expect(first.answers).toEqual([2, 4, 6]);
    expect(first.counts.at(-1)).toBe(1);
  });

  test('is not prepared beyond the limit of statements', async () => {
    const count = await opened.database.transaction(async (tx) => {
      for (let number = 0; number < 400; number += 1)
        for (let time = 0; time < 2; time += 1) {
          const { rows } = await tx.execute(
            sql`select ${number}::int as ${sql.identifier(`column_${number}`)}`,
          );
          expect(rows).toEqual([{ [`column_${number}`]: number }]);
        }
      const { rows } = await tx.execute<{ count: number }>(
        sql`select count(*)::int from pg_prepared_statements`,
      );
      return rows[0]?.count ?? 0;
    });
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(256);
  });

  test('that fails does not break the connection', async () => {
    const { db } = opened.database;
    const divide = (by: number) => db.execute<{ result: number }>(sql`select 6 / ${by}::int as result`);
    for (const by of [0, 0, 0]) await expect(divide(by)).rejects.toMatchObject({ cause: { code: '22012' } });
    expect((await divide(2)).rows).toEqual([{ result: 3 }]);
  });
});
