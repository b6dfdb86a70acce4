import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { defineJob } from './job.ts';
import { jobs as table } from './tables.server.ts';
import { prepareJobs } from '../../../test/jobs.ts';

describe.each(databases)('jobs, $name', ({ open }) => {
  const queue = prepareJobs({ open });
  const { advance, payloadSchema, recordingJob, runner, enqueueJob, rows } = queue;

  test('the short lease of a long job is renewed while the job runs', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const slow = { ...recordingJob(() => ended), leaseSeconds: 2, runSeconds: 600 };
    await enqueueJob('slow', {}, slow);
    const running = runner(slow).runDue();
    const leaseEnds = async () => (await rows())[0]?.dueAt.getTime();
    const atTake = queue.now.getTime() + 2_000;
    await expect.poll(leaseEnds, { timeout: 20_000 }).toBe(atTake);
    for (let seconds = 1; seconds < 5; seconds++) {
      advance(1);
      await expect.poll(leaseEnds, { timeout: 20_000 }).toBe(queue.now.getTime() + 2_000);
      await runner(slow).runDue();
      expect(await rows()).toMatchObject([{ attempts: 1, doneAt: null }]);
    }
    end();
    await running;
    expect(queue.done).toEqual(['slow']);
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
    const dueAt = new Date(queue.now.getTime() + 2_000);
    await queue.database.db.update(table).set({ attempts: 2, dueAt }).where(eq(table.kind, 'test.write'));
    await running;
    await expect.poll(() => isAborted).toBe(true);
    expect(await rows()).toMatchObject([{ attempts: 2, dueAt, doneAt: null, failedAt: null }]);
  });
});
