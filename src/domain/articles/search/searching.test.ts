import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createSite } from '#domain/site/site.ts';
import { PUBLIC_URL } from '../../../../test/app.ts';
import { openServerTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { createSearch } from './searching.server.ts';

const REQUEST = { query: 'granite', filters: { section: null, year: null, author: null }, page: 1 };

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openServerTestDatabase();
});
afterAll(() => opened.close());

test('two searches run at once, thirty wait, and a further one is refused', async () => {
  const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: PUBLIC_URL });
  const gate = Promise.withResolvers<void>();
  const timeouts: unknown[] = [];
  const search = createSearch({
    database: opened.database,
    site: () => site,
    // The last step of a search, in its transaction.
    findPages: async (tx) => {
      const { rows } = await tx.execute(sql`select current_setting('statement_timeout') as timeout`);
      timeouts.push(rows[0]?.['timeout']);
      await gate.promise;
      return [];
    },
  });
  const found = Array.from({ length: 32 }, (_, network) => search.find(REQUEST, `10.0.0.${network}`));
  await expect.poll(() => timeouts.length).toBe(2);
  await expect(search.find(REQUEST, '10.0.1.1')).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 5 },
  });
  expect(timeouts).toHaveLength(2);
  gate.resolve();
  await Promise.all(found);
  // No statement of a search takes longer.
  expect(timeouts).toEqual(Array.from({ length: 32 }, () => '2s'));
});
