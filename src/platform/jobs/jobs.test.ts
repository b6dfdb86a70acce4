import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { silentLog } from '#platform/log.server.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { enqueue } from './enqueue.server.ts';
import { defineJob, type Job, RetryLater } from './job.ts';
import { createJobs, type Jobs } from './jobs.server.ts';
import { daily, every, type Recurring } from './recurring.ts';
import { jobs as table } from './tables.server.ts';

const HOUR_S = 3600;

describe.each(databases)('jobs, $name', ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let now: Date;
  let done: string[];
  let started: Jobs[];
  beforeEach(async () => {
    opened = await open();
    ({ database } = opened);
    now = new Date('2026-05-04T12:00:00Z');
    done = [];
    started = [];
  });
  afterEach(async () => {
    for (const jobs of started) await jobs.stop();
    await opened.close();
  });

  const advance = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  const payloadSchema = z.object({ name: z.string() });
  const recordingJob = (run?: (name: string) => Promise<void>): Job =>
    defineJob({
      kind: 'test.write',
      payload: payloadSchema,
      attempts: 3,
      async run({ name }: { name: string }) {
        await run?.(name);
        done.push(name);
      },
    });
  function runner(job = recordingJob(), recurring: readonly Recurring[] = []): Jobs {
    const jobs = createJobs({
      database,
      clock: () => now,
      log: silentLog,
      timeZone: () => 'Africa/Nairobi',
      jobs: [job],
      recurring,
    });
    started.push(jobs);
    return jobs;
  }
  const enqueueJob = (name: string, options = {}, job = recordingJob()) =>
    database.transaction((tx) => enqueue(tx, job, { name }, options));
  const rows = () => database.db.select().from(table).where(eq(table.kind, 'test.write')).orderBy(table.id);

  test('run once each with three runners, including those that fail at first', async () => {
    const failed = new Set<string>();
    const job = recordingJob(async (name) => {
      if (Number(name) % 3 !== 0 || failed.has(name)) return;
      failed.add(name);
      throw new RetryLater('not yet', 0);
    });
    await database.transaction(async (tx) => {
      for (let index = 0; index < 60; index++) await enqueue(tx, job, { name: String(index) });
    });
    for (const each of [runner(job), runner(job), runner(job)]) each.start();
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(60);
    for (const each of started) await each.stop();
    expect(new Set(done).size).toBe(60);
    const all = await rows();
    expect(all.every((row) => row.doneAt !== null && row.failedAt === null)).toBe(true);
    expect(all.map((row) => row.attempts)).toEqual(all.map((_, index) => (index % 3 === 0 ? 2 : 1)));
  });

  test('a commit wakes the runner, which continues after a job that throws', async () => {
    const job = recordingJob((name) =>
      name === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(),
    );
    runner(job).start();
    await enqueueJob('bad');
    await enqueueJob('good');
    await expect.poll(() => done, { timeout: 5_000 }).toEqual(['good']);
  });

  test('a job enqueued in a transaction that is rolled back does not exist', async () => {
    const undone = database.transaction(async (tx) => {
      await enqueue(tx, recordingJob(), { name: 'ghost' });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await runner().runDue()).toBe(1);
    expect(done).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test('a job with `runAt` does not run before that time', async () => {
    await enqueueJob('later', { runAt: new Date(now.getTime() + HOUR_S * 1000) });
    await runner().runDue();
    expect(done).toEqual([]);
    advance(HOUR_S);
    await runner().runDue();
    expect(done).toEqual(['later']);
  });

  test('a key is unique per kind among pending and finished jobs', async () => {
    expect(await enqueueJob('first', { key: 'k' })).not.toBeNull();
    expect(await enqueueJob('second', { key: 'k' })).toBeNull();
    await runner().runDue();
    expect(await enqueueJob('third', { key: 'k' })).toBeNull();
    expect(await enqueueJob('fourth', { key: 'other' })).not.toBeNull();
    const elsewhere = { ...recordingJob(), kind: 'test.other' };
    expect(await enqueueJob('fifth', { key: 'k' }, elsewhere)).not.toBeNull();
    await runner().runDue();
    expect(done).toEqual(['first', 'fourth']);
  });

  test('retries with increasing delays and stays in the table after the last failure', async () => {
    const jobs = runner(recordingJob(() => Promise.reject(new Error('bounced from ada@example.com'))));
    await enqueueJob('stubborn');
    const waits: number[] = [];
    for (let attempt = 1; attempt < 3; attempt++) {
      await jobs.runDue();
      const [row] = await rows();
      expect(row).toMatchObject({ attempts: attempt, failedAt: null, lastError: 'bounced from [address]' });
      waits.push((Number(row?.dueAt) - Number(now)) / 1000);
      await jobs.runDue();
      expect((await rows())[0]?.attempts).toBe(attempt);
      advance(HOUR_S);
    }
    expect(waits[0]).toBeGreaterThanOrEqual(2.5);
    expect(waits[0]).toBeLessThanOrEqual(5);
    expect(waits[1]).toBeGreaterThanOrEqual(5);
    expect(waits[1]).toBeLessThanOrEqual(10);
    await jobs.runDue();
    advance(HOUR_S * 24);
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ attempts: 3, doneAt: null, failedAt: expect.any(Date) }]);
    expect(done).toEqual([]);
  });

  test('retries after the delay of RetryLater', async () => {
    await enqueueJob('busy');
    await runner(recordingJob(() => Promise.reject(new RetryLater('come back', 90)))).runDue();
    expect(Number((await rows())[0]?.dueAt) - Number(now)).toBe(90_000);
  });

  test('a job of an ended process is claimed by another runner after the lease expires', async () => {
    await enqueueJob('orphan');
    const end = Promise.withResolvers<void>();
    const hangingRun = runner(recordingJob(() => end.promise)).runDue();
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    await runner().runDue();
    expect(done).toEqual([]);
    advance(60);
    await runner().runDue();
    expect(done).toEqual(['orphan']);
    expect(await rows()).toMatchObject([{ attempts: 2, doneAt: now }]);
    end.resolve();
    await hangingRun;
  });

  test('the short lease of a long job is renewed while the job runs', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const slow = { ...recordingJob(() => ended), leaseSeconds: 2, runSeconds: 600 };
    await enqueueJob('slow', {}, slow);
    const running = runner(slow).runDue();
    const leaseEnds = async () => (await rows())[0]?.dueAt.getTime();
    const atTake = now.getTime() + 2_000;
    await expect.poll(leaseEnds, { timeout: 20_000 }).toBe(atTake);
    for (let seconds = 1; seconds < 5; seconds++) {
      advance(1);
      await expect.poll(leaseEnds, { timeout: 20_000 }).toBe(now.getTime() + 2_000);
      await runner(slow).runDue();
      expect(await rows()).toMatchObject([{ attempts: 1, doneAt: null }]);
    }
    end();
    await running;
    expect(done).toEqual(['slow']);
    expect(await rows()).toMatchObject([{ attempts: 1, lastError: null, doneAt: expect.any(Date) }]);
  });

  test('a long job that another runner has claimed is aborted and stores no result', async () => {
    let isAborted = false;
    const slow = defineJob({
      kind: 'test.write',
      payload: payloadSchema,
      leaseSeconds: 2,
      runSeconds: 600,
      async run(_: { name: string }, { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        isAborted = true;
      },
    });
    await enqueueJob('slow', {}, slow);
    const running = runner(slow).runDue();
    await expect.poll(async () => (await rows())[0]?.attempts, { timeout: 20_000 }).toBe(1);
    const dueAt = new Date(now.getTime() + 2_000);
    await database.db.update(table).set({ attempts: 2, dueAt }).where(eq(table.kind, 'test.write'));
    await running;
    await expect.poll(() => isAborted).toBe(true);
    expect(await rows()).toMatchObject([{ attempts: 2, dueAt, doneAt: null, failedAt: null }]);
  });

  test('a job that never finishes fails after its last attempt', async () => {
    await enqueueJob('killer');
    await database.db.update(table).set({ attempts: 3 });
    await runner().runDue();
    expect(done).toEqual([]);
    expect(await rows()).toMatchObject([{ failedAt: now, lastError: 'Its last attempt never finished.' }]);
  });

  test('a runner whose lease has expired cannot store a result after another runner has claimed the job', async () => {
    await enqueueJob('contested');
    const release = Promise.withResolvers<void>();
    const slow = runner(recordingJob(() => release.promise.then(() => Promise.reject(new Error('slow')))));
    const slowRun = slow.runDue();
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    advance(60);
    await runner().runDue();
    release.resolve();
    await slowRun;
    expect(done).toEqual(['contested']);
    expect(await rows()).toMatchObject([{ doneAt: now, lastError: null, failedAt: null }]);
  });

  test('an invalid payload is rejected by enqueue, and fails the job when it is found in the table', async () => {
    const job = recordingJob();
    await expect(database.transaction((tx) => enqueue(tx, job, { name: 7 }))).rejects.toThrow('name');
    expect(await rows()).toEqual([]);
    await enqueueJob('fine');
    await database.db.update(table).set({ payload: { name: { secret: 'value' } } });
    await runner().runDue();
    const [row] = await rows();
    expect(row).toMatchObject({ failedAt: now, lastError: 'Its payload is invalid: name' });
  });

  test('a job of an unknown kind stays in the table', async () => {
    await enqueueJob('future', {}, { ...recordingJob(), kind: 'test.future' });
    await runner().runDue();
    const [row] = await database.db.select().from(table).where(eq(table.kind, 'test.future'));
    expect(row).toMatchObject({ attempts: 0, doneAt: null, failedAt: null });
  });

  test('a recurring job runs once per slot across processes', async () => {
    const recurring = [every({ minutes: 30 }, recordingJob(), { name: 'tick' })];
    const both = [runner(recordingJob(), recurring), runner(recordingJob(), recurring)];
    const runBoth = () => Promise.all(both.map((each) => each.runDue()));
    await runBoth();
    advance(60);
    await runBoth();
    expect(done).toEqual(['tick']);
    advance(30 * 60);
    await runBoth();
    expect(done).toEqual(['tick', 'tick']);
    await runner(recordingJob(), recurring).runDue();
    expect(done).toEqual(['tick', 'tick']);
  });

  test('stop aborts running jobs, waits for them and claims no further jobs', async () => {
    const job = defineJob({
      kind: 'test.write',
      payload: payloadSchema,
      async run({ name }, { signal }) {
        if (name === 'long') await new Promise((resolve) => signal.addEventListener('abort', resolve));
        if (name === 'cut') await new Promise((_, reject) => signal.addEventListener('abort', reject));
        done.push(name);
      },
    });
    const jobs = runner(job);
    await enqueueJob('long');
    await enqueueJob('cut');
    jobs.start();
    await expect.poll(async () => (await rows()).map((row) => row.attempts)).toEqual([1, 1]);
    await jobs.stop();
    await enqueueJob('after');
    expect(done).toEqual(['long']);
    // The attempt of a job that was aborted by `stop` does not count.
    expect(await rows()).toMatchObject([
      { attempts: 1, doneAt: now },
      { attempts: 0, doneAt: null, failedAt: null },
      { attempts: 0, doneAt: null },
    ]);
    await runner().runDue();
    expect(done.toSorted()).toEqual(['after', 'cut', 'long']);
  });

  test('finished jobs are deleted after two days, failed jobs after 90', async () => {
    await enqueueJob('done');
    const jobs = runner();
    await jobs.runDue();
    await enqueueJob('dead');
    await database.db
      .update(table)
      .set({ failedAt: now })
      .where(sql`done_at is null and kind = 'test.write'`);
    advance(3 * 24 * HOUR_S);
    await jobs.runDue();
    expect((await rows()).map((row) => row.payload)).toEqual([{ name: 'dead' }]);
    advance(91 * 24 * HOUR_S);
    await jobs.runDue();
    expect(await rows()).toEqual([]);
  });
});

test('daily slots begin at the hour in the time zone of the site, also around daylight saving time changes', () => {
  const job = defineJob({ kind: 'test.daily', payload: z.object({}), run: () => Promise.resolve() });
  const { slotAt } = daily({ hour: 2 }, job, {});
  const slots = (zone: string, ...times: string[]) => times.map((time) => slotAt(new Date(time), zone));
  expect(slots('Africa/Nairobi', '2026-01-31T22:59Z', '2026-01-31T23:00Z')).toEqual([
    '2026-01-31',
    '2026-02-01',
  ]);
  // Berlin skips 02:00 to 03:00 on 29 March and has it twice on 25 October.
  expect(slots('Europe/Berlin', '2026-03-29T00:59Z', '2026-03-29T01:00Z')).toEqual([
    '2026-03-28',
    '2026-03-29',
  ]);
  expect(slots('Europe/Berlin', '2026-10-24T23:59Z', '2026-10-25T00:00Z', '2026-10-25T01:30Z')).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-25',
  ]);
});
