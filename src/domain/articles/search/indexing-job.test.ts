import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { createSite } from '#domain/site/site.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { silentLog } from '#platform/log.server.ts';
import { PUBLIC_URL } from '../../../../test/app.ts';
import { databases, type TestDatabase } from '../../../../test/databases.ts';
import { makeArticle } from '../../../../test/factories.ts';
import { createSearchIndexing, isIndexIncomplete } from './indexing-job.server.ts';

describe.each(databases)('indexing on the $name database', ({ open }) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    for (let number = 0; number < 60; number += 1) await makeArticle(opened.database);
  });
  afterAll(() => opened.close());

  test('a second run leaves the work to the one that has begun, so that other jobs can run', async () => {
    const { database } = opened;
    const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: PUBLIC_URL });
    const { job } = createSearchIndexing({ database, site: () => site, log: silentLog });
    const context = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    const first = job.run({}, context);
    await job.run({}, context);
    expect(await isIndexIncomplete(database)).toBe(true);
    await first;
    expect(await isIndexIncomplete(database)).toBe(false);
    // What was requested later is indexed as well.
    await makeArticle(database);
    await job.run({}, context);
    expect(await isIndexIncomplete(database)).toBe(false);
  });
});
