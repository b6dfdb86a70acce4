import { describe, expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { prepareJobs } from '../../../test/jobs.ts';

describe.each(databases)('jobs, $name', ({ open }) => {
  const queue = prepareJobs({ open });
  const { advance, recordingJob, runner, enqueueJob, rows } = queue;

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
});
