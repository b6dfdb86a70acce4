import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { prepareJobs } from '../../../test/jobs.ts';
import { defineJob } from './job.ts';
import { createQueue } from './queue.server.ts';
import { jobs as table } from './tables.server.ts';

const KINDS = { all: ['test.write', 'test.other'], exclusive: ['test.write'] };

describe.each(databases)('jobs of an exclusive kind, $name', ({ name: databaseName, open }) => {
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

  // The embedded database has one connection.
  test.runIf(databaseName === 'server')('are not claimed by two processes at the same moment', async () => {
    const late = await enqueueJob('late', { runAt: queue.now });
    await enqueueJob('other', {}, other);
    const claimed = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    const first = queue.database.transaction(async (tx) => {
      await tx
        .update(table)
        .set({ attempts: 1, dueAt: new Date(queue.now.getTime() + 60_000), exclusiveKind: 'test.write' })
        .where(eq(table.id, late ?? ''));
      claimed.resolve();
      await committed.promise;
    });
    await claimed.promise;
    // Due earlier, so the second process finds it first and does not meet the lock of the first one.
    await enqueueJob('early');
    const second = createClaims().claim(KINDS, 4);
    await vi.waitFor(async () => {
      const waiting = await queue.database.db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting.rows).not.toEqual([]);
    }, 20_000);
    committed.resolve();
    await first;
    expect((await second).map(({ payload }) => payload)).toEqual([{ name: 'other' }]);
    // The first process has the late one, which has the smaller id.
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0]);
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

  test('cannot both be claimed, whatever the query', async () => {
    await enqueueJob('one');
    await enqueueJob('two');
    const claimAll = queue.database.db.update(table).set({ exclusiveKind: 'test.write' });
    await expect(claimAll).rejects.toMatchObject({ cause: { code: '23505' } });
  });
});
