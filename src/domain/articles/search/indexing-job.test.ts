import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { createSite } from '#domain/site/site.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { PUBLIC_URL } from '../../../../test/app.ts';
import { databases } from '../../../../test/databases.ts';
import { makeArticle, makeDraft } from '../../../../test/factories.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { createSearchIndexing, enqueueIndexing, isIndexIncomplete } from './indexing-job.server.ts';
import { stemDrafts } from './indexing.server.ts';
import { draftSearch } from './tables.server.ts';

describe.each(databases)('indexing on the $name database', ({ open }) => {
  const opened = useDatabase(open);

  beforeAll(async () => {
    for (let number = 0; number < 60; number += 1) await makeArticle(opened.database);
  });

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

  test('drafts that a former release has indexed are indexed again, in batches that continue after a crash', async () => {
    const { database } = opened;
    const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: PUBLIC_URL });
    const { job } = createSearchIndexing({ database, site: () => site, log: silentLog });
    const run = () =>
      job.run({}, { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal });
    for (let number = 0; number < 30; number += 1)
      await makeDraft(database, { content: '<p>Kestrels hovering.</p>' });
    await run();
    await database.transaction((tx) =>
      tx.update(draftSearch).set({ words: 'hovering kestrels', dictionary: '' }),
    );
    const stemmed = async () => {
      const { rows } = await database.db.execute<{ number: number }>(
        sql`select count(*)::int as number from draft_search where words @@ '''/hover'''::tsquery and dictionary = 'english_stem'`,
      );
      return rows[0]?.number;
    };
    expect(await stemmed()).toBe(0);
    const crash = database.transaction(async (tx) => {
      expect(await stemDrafts(tx, 20)).toBe(20);
      throw new Error('Crash');
    });
    await expect(crash).rejects.toThrow('Crash');
    expect(await stemmed()).toBe(0);
    expect(await database.transaction((tx) => stemDrafts(tx, 20))).toBe(20);
    expect(await stemmed()).toBe(20);
    await run();
    expect(await stemmed()).toBe(30);
    expect(await database.transaction((tx) => stemDrafts(tx, 20))).toBe(0);
    expect(await isIndexIncomplete(database)).toBe(false);
  });
});
