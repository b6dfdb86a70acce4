import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { prepareJobs } from '../../../test/jobs.ts';
import { defineJob } from './job.ts';
import { createQueue } from './queue.server.ts';

const KINDS = { all: ['test.write', 'test.other'], exclusive: ['test.write'] };

describe.each(databases)('jobs of an exclusive kind, $name', ({ open }) => {
  const queue = prepareJobs({ open });
  const { advance, recordingJob, runner, enqueueJob, rows } = queue;
  const exclusive = (run?: (name: string) => Promise<void>) => ({ ...recordingJob(run), isExclusive: true });
  const other = defineJob({
    kind: 'test.other',
    payload: queue.payloadSchema,
    run: ({ name }) => Promise.resolve(void queue.done.push(name)),
  });
  const createClaims = () => createQueue(queue.database, () => queue.now);

  test('are claimed one at a time, with jobs of other kinds that are due later', async () => {
    for (const name of ['first', 'second', 'third']) await enqueueJob(name);
    await enqueueJob('other', {}, other);
    const claims = createClaims();
    const claimed = await claims.claim(KINDS, 4);
    expect(new Set(claimed.map(({ payload }) => payload))).toEqual(
      new Set([{ name: 'first' }, { name: 'other' }]),
    );
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
    // Another process.
    expect(await createClaims().claim(KINDS, 4)).toEqual([]);
    const first = claimed.find(({ kind }) => kind === 'test.write');
    if (first === undefined) throw new Error('no job of the exclusive kind was claimed');
    await claims.retryAt(first, 'later', new Date(queue.now.getTime() + 60_000));
    expect((await createClaims().claim(KINDS, 4)).map(({ payload }) => payload)).toEqual([
      { name: 'second' },
    ]);
  });

  test('run one at a time in all processes together', async () => {
    let active = 0;
    const mostActive: number[] = [];
    const job = exclusive(async () => {
      mostActive.push(++active);
      await nextTurn();
      active -= 1;
    });
    for (let index = 0; index < 12; index++) await enqueueJob(String(index));
    await Promise.all([1, 2, 3].map(async () => runner(job).runDue()));
    await runner(job).runDue();
    expect(mostActive).toEqual(Array.from({ length: 12 }, () => 1));
    expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 12 }, () => 1));
  });

  test('of which one belongs to an ended process run when its lease has expired, that one first', async () => {
    await enqueueJob('orphan', { runAt: queue.now });
    await createClaims().claim(KINDS, 1);
    await enqueueJob('next');
    const jobs = runner(exclusive());
    await jobs.runDue();
    expect(queue.done).toEqual([]);
    advance(60);
    await jobs.runDue();
    expect(queue.done).toEqual(['orphan', 'next']);
    expect((await rows()).map(({ exclusiveKind }) => exclusiveKind)).toEqual([null, null]);
  });
});
