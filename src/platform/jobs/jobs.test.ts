import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../../../test/databases.ts';
import { enqueue } from './enqueue.server.ts';
import { defineJob, RetryLater } from './job.ts';
import { daily, every } from './recurring.ts';
import { jobs as table } from './tables.server.ts';
import { prepareJobs } from '../../../test/jobs.ts';

const HOUR_S = 3600;
/** The clock of the queue stands still, so no retry becomes due meanwhile. */
const LIMIT = { timeout: 60_000 };

describe.each(databases)('jobs, $name', ({ open }) => {
  const queue = prepareJobs({ open });
  const { advance, recordingJob, runner, enqueueJob, rows } = queue;

  test('run once each with three runners, including those that fail at first', async () => {
    const failed = new Set<string>();
    const job = recordingJob(async (name) => {
      if (Number(name) % 3 !== 0 || failed.has(name)) return;
      failed.add(name);
      throw new RetryLater('not yet', 0);
    });
    await queue.database.transaction(async (tx) => {
      for (let index = 0; index < 60; index++) await enqueue(tx, job, { name: String(index) });
    });
    for (const each of [runner(job), runner(job), runner(job)]) each.start();
    await expect.poll(() => queue.done.length, LIMIT).toBe(60);
    for (const each of queue.started) await each.stop();
    expect(new Set(queue.done).size).toBe(60);
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
    await expect.poll(() => queue.done, LIMIT).toEqual(['good']);
  });

  test('of timed kinds run while long jobs of other kinds run and wait', async () => {
    const active = new Set<string>();
    const ended = Promise.withResolvers<void>();
    const long = recordingJob(async (name) => {
      active.add(name);
      await ended.promise;
    });
    const timed = { ...recordingJob(), kind: 'test.timed', isTimed: true };
    for (let index = 0; index < 6; index++) await enqueueJob(String(index));
    runner([long, timed]).start();
    await expect.poll(() => active.size, LIMIT).toBe(3);
    for (const name of ['a', 'b', 'c']) await enqueueJob(name, {}, timed);
    await expect.poll(() => queue.done, LIMIT).toEqual(['a', 'b', 'c']);
    expect(active.size).toBe(3);
    ended.resolve();
    await expect.poll(() => queue.done.length, LIMIT).toBe(9);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
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
    expect(queue.done).toEqual(['first', 'fourth']);
  });

  test('retries with increasing delays and stays in the table after the last failure', async () => {
    const jobs = runner(recordingJob(() => Promise.reject(new Error('bounced from ada@example.com'))));
    await enqueueJob('stubborn');
    const waits: number[] = [];
    for (let attempt = 1; attempt < 3; attempt++) {
      await jobs.runDue();
      const [row] = await rows();
      expect(row).toMatchObject({ attempts: attempt, failedAt: null, lastError: 'bounced from [address]' });
      waits.push((Number(row?.dueAt) - Number(queue.now)) / 1000);
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
    expect(queue.done).toEqual([]);
  });

  test('an invalid payload is rejected by enqueue, and fails the job when it is found in the table', async () => {
    const job = recordingJob();
    await expect(queue.database.transaction((tx) => enqueue(tx, job, { name: 7 }))).rejects.toThrow('name');
    expect(await rows()).toEqual([]);
    await enqueueJob('fine');
    await queue.database.db.update(table).set({ payload: { name: { secret: 'value' } } });
    await runner().runDue();
    const [row] = await rows();
    expect(row).toMatchObject({ failedAt: queue.now, lastError: 'Its payload is invalid: name' });
  });

  test('a recurring job runs once per slot across processes', async () => {
    const recurring = [every({ minutes: 30 }, recordingJob(), { name: 'tick' })];
    const both = [runner(recordingJob(), recurring), runner(recordingJob(), recurring)];
    const runBoth = () => Promise.all(both.map((each) => each.runDue()));
    await runBoth();
    advance(60);
    await runBoth();
    expect(queue.done).toEqual(['tick']);
    advance(30 * 60);
    await runBoth();
    expect(queue.done).toEqual(['tick', 'tick']);
    await runner(recordingJob(), recurring).runDue();
    expect(queue.done).toEqual(['tick', 'tick']);
  });

  test('finished jobs are deleted after two days, failed jobs after 90', async () => {
    await enqueueJob('done');
    const jobs = runner();
    await jobs.runDue();
    await enqueueJob('dead');
    await queue.database.db
      .update(table)
      .set({ failedAt: queue.now })
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
