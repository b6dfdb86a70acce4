import { describe, expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { defineJob } from './job.ts';
import { jobs as table } from './tables.server.ts';
import { prepareJobs } from '../../../test/jobs.ts';

describe.each(databases)('jobs, $name', ({ open }) => {
  const queue = prepareJobs({ open });
  const { advance, payloadSchema, recordingJob, runner, enqueueJob, rows } = queue;

  test('a job of an ended process is claimed by another runner after the lease expires', async () => {
    await enqueueJob('orphan');
    const end = Promise.withResolvers<void>();
    const hangingRun = runner(recordingJob(() => end.promise)).runDue();
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    await runner().runDue();
    expect(queue.done).toEqual([]);
    advance(60);
    await runner().runDue();
    expect(queue.done).toEqual(['orphan']);
    expect(await rows()).toMatchObject([{ attempts: 2, doneAt: queue.now }]);
    end.resolve();
    await hangingRun;
  });

  test('a job that never finishes fails after its last attempt', async () => {
    await enqueueJob('killer');
    await queue.database.db.update(table).set({ attempts: 3 });
    await runner().runDue();
    expect(queue.done).toEqual([]);
    expect(await rows()).toMatchObject([
      { failedAt: queue.now, lastError: 'Its last attempt never finished.' },
    ]);
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
    expect(queue.done).toEqual(['contested']);
    expect(await rows()).toMatchObject([{ doneAt: queue.now, lastError: null, failedAt: null }]);
  });

  test('stop aborts running jobs, waits for them and claims no further jobs', async () => {
    const begun: string[] = [];
    const job = defineJob({
      kind: 'test.write',
      payload: payloadSchema,
      async run({ name }, { signal }) {
        begun.push(name);
        if (name === 'long') await new Promise((resolve) => signal.addEventListener('abort', resolve));
        if (name === 'cut') await new Promise((_, reject) => signal.addEventListener('abort', reject));
        queue.done.push(name);
      },
    });
    const jobs = runner(job);
    await enqueueJob('long');
    await enqueueJob('cut');
    jobs.start();
    await expect.poll(() => begun.toSorted()).toEqual(['cut', 'long']);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    await jobs.stop();
    await enqueueJob('after');
    expect(queue.done).toEqual(['long']);
    // The attempt of a job that was aborted by `stop` does not count.
    expect(await rows()).toMatchObject([
      { attempts: 1, doneAt: queue.now },
      { attempts: 0, doneAt: null, failedAt: null },
      { attempts: 0, doneAt: null },
    ]);
    await runner().runDue();
    expect(queue.done.toSorted()).toEqual(['after', 'cut', 'long']);
  });
});
