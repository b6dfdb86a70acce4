import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import type { TestDatabase } from './databases.ts';

/** Opens a database before the tests of a `describe`, and closes it after them. It is in the result as soon as it is open. */
export function useDatabase(open: () => Promise<TestDatabase>): { readonly database: Database } {
  let opened: TestDatabase | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return {
    get database() {
      if (opened === undefined) throw new Error('The database is open only in hooks and tests.');
      return opened.database;
    },
  };
}
