import { describe, expect, it } from 'vitest';
import { uuidv7 } from '#platform/ids.ts';
import { createRateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { rateLimits } from '#platform/rate-limit/tables.server.ts';
import { databases } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { jwks, session, user, verification } from './tables.server.ts';
import { accountsCleanupJob } from './cleanup.server.ts';

const NOW = new Date('2031-05-06T12:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const after = (seconds: number) => before(-seconds);

describe.each(databases)('the accounts cleanup job ($name database)', ({ open }) => {
  const opened = useDatabase(open);

  it('deletes only expired rows, a limited number in each run', async () => {
    const { db } = opened.database;
    const rateLimit = createRateLimit({ database: opened.database, clock: () => NOW, key: 'k'.repeat(32) });
    const cleanUp = () =>
      accountsCleanupJob({ database: opened.database, clock: () => NOW, rateLimit }).run(
        {},
        { id: 'job', attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
      );
    const userId = uuidv7();
    await db.insert(user).values({ id: userId, name: 'Ada', email: 'ada@news.example' });
    await db.insert(session).values([
      { userId, token: 'expired', expiresAt: before(1) },
      { userId, token: 'valid', expiresAt: after(1) },
    ]);
    await db.insert(verification).values([
      { identifier: 'valid', value: userId, expiresAt: after(1) },
      ...Array.from({ length: 1_001 }, () => ({
        identifier: 'expired',
        value: userId,
        expiresAt: before(1),
      })),
    ]);
    const key = { publicKey: '{}', privateKey: '{}' };
    await db.insert(jwks).values([
      { ...key, expiresAt: before(25 * 60 * 60) },
      // It may have signed a token a minute before it was replaced.
      { ...key, expiresAt: before(60) },
      { ...key, expiresAt: null },
    ]);
    await db.insert(rateLimits).values([
      { key: 'expired', count: 1, resetsAt: before(1) },
      { key: 'valid', count: 1, resetsAt: after(1) },
    ]);

    await cleanUp();
    expect((await db.select().from(session)).map(({ token }) => token)).toEqual(['valid']);
    expect(await db.$count(verification)).toBe(2);
    expect(await db.$count(jwks)).toBe(2);
    expect((await db.select().from(rateLimits)).map((row) => row.key)).toEqual(['valid']);
    await cleanUp();
    expect((await db.select().from(verification)).map(({ identifier }) => identifier)).toEqual(['valid']);
  });
});
