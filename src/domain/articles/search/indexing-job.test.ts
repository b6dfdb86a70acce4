import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { createSite } from '#domain/site/site.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { PUBLIC_URL } from '../../../../test/app.ts';
import { databases, type TestDatabase } from '../../../../test/databases.ts';
import { makeArticle } from '../../../../test/factories.ts';
import { createSearchIndexing, enqueueIndexing, isIndexIncomplete } from './indexing-job.server.ts';

describe.each(databases)('indexing on the $name database', ({ open }) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    for (let number = 0; number < 60; number += 1) await makeArticle(opened.database);
  });
  afterAll(() => opened.close());

  test('several jobs run one after the other, so that other jobs can run', async () => {
    const { database } = opened;
    const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: PUBLIC_URL });
    const { job } = createSearchIndexing({ database, site: () => site, log: silentLog });
    let active = 0;
    const activeAtStart: number[] = [];
    const run: typeof job.run = async (payload, context) => {
      activeAtStart.push(active++);
      await job.run(payload, context);
      active -= 1;
    };
    for (let number = 0; number < 3; number += 1) await database.transaction(enqueueIndexing);
    const jobs = createJobs({
      database,
      clock: () => new Date(),
      log: silentLog,
      timeZone: () => 'UTC',
      jobs: [{ ...job, run }],
    });
    jobs.start();
    await expect.poll(() => activeAtStart, { timeout: 10_000 }).toEqual([0, 0, 0]);
    await jobs.stop();
    expect(await isIndexIncomplete(database)).toBe(false);
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
