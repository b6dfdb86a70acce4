import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { createSite } from '#domain/site/site.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { PUBLIC_URL } from '../../../../test/app.ts';
import { databases } from '../../../../test/databases.ts';
import { makeArticle } from '../../../../test/factories.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { createSearchIndexing, enqueueIndexing, isIndexIncomplete } from './indexing-job.server.ts';

describe.each(databases)('indexing on the $name database', ({ open }) => {
  const opened = useDatabase(open);

  beforeAll(async () => {
    for (let number = 0; number < 60; number += 1) await makeArticle(opened.database);
  });

  test('one that is cut off when its process stops is continued by the next process', async () => {
    const { database } = opened;
    const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: PUBLIC_URL });
    const { job } = createSearchIndexing({ database, site: () => site, log: silentLog });
    const options = { database, clock: () => new Date(), log: silentLog, timeZone: () => 'UTC' };
    const cutOff = Promise.withResolvers<void>();
    const run: typeof job.run = (payload, context) => {
      cutOff.resolve(stopping.stop());
      return job.run(payload, context);
    };
    const stopping = createJobs({ ...options, jobs: [{ ...job, run }] });
    await makeArticle(database);
    await database.transaction(enqueueIndexing);
    stopping.start();
    await cutOff.promise;
    expect(await isIndexIncomplete(database)).toBe(true);
    await createJobs({ ...options, jobs: [job] }).runDue();
    expect(await isIndexIncomplete(database)).toBe(false);
  });
});
