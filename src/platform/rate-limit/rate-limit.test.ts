import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { createRateLimit } from './rate-limit.server.ts';
import { rateLimits } from './tables.server.ts';

describe.each(databases)('the rate limit on $name', ({ open }) => {
  let opened: TestDatabase;
  let now = new Date('2026-03-01T12:00:00Z');
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const limitOn = () => createRateLimit({ database: opened.database, clock: () => now, key: 'k'.repeat(32) });

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('allows as many as it says, and again after the window', async () => {
    const limit = limitOn();
    const take = () => limit.take('sign-in:someone', { limit: 2, windowSeconds: 60 });
    expect(await take()).toEqual({ allowed: true, retryAfterSeconds: 60 });
    later(20);
    expect(await take()).toEqual({ allowed: true, retryAfterSeconds: 40 });
    expect(await take()).toEqual({ allowed: false, retryAfterSeconds: 40 });
    later(39);
    // a refused attempt has not moved the window
    expect(await take()).toEqual({ allowed: false, retryAfterSeconds: 1 });
    later(1);
    expect(await take()).toEqual({ allowed: true, retryAfterSeconds: 60 });
  });

  it('lasts over midnight', async () => {
    const limit = limitOn();
    now = new Date('2026-03-02T23:50:00Z');
    const once = { limit: 1, windowSeconds: 3600 };
    expect((await limit.take('late', once)).allowed).toBe(true);
    later(1200);
    expect(await limit.take('late', once)).toEqual({ allowed: false, retryAfterSeconds: 2400 });
    later(2400);
    expect((await limit.take('late', once)).allowed).toBe(true);
    later(60);
    expect((await limit.take('late', once)).allowed).toBe(false);
    later(3600);
  });

  it('takes back over midnight as well', async () => {
    const limit = limitOn();
    now = new Date('2026-03-03T23:50:00Z');
    const once = { limit: 1, windowSeconds: 3600 };
    expect((await limit.take('honest and late', once)).allowed).toBe(true);
    later(1200);
    await limit.giveBack('honest and late');
    expect((await limit.take('honest and late', once)).allowed).toBe(true);
    expect((await limit.take('honest and late', once)).allowed).toBe(false);
    later(3600);
  });

  it('counts each name for itself', async () => {
    const limit = limitOn();
    const once = { limit: 1, windowSeconds: 60 };
    expect((await limit.take('first', once)).allowed).toBe(true);
    expect((await limit.take('second', once)).allowed).toBe(true);
    expect((await limit.take('first', once)).allowed).toBe(false);
  });

  it('lets exactly as many through when all come at once', async () => {
    const limit = limitOn();
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, () => limit.take('crowd', { limit: 5, windowSeconds: 60 })),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  it('takes back what was no attempt, and never more than was taken', async () => {
    const limit = limitOn();
    const once = { limit: 1, windowSeconds: 60 };
    await limit.giveBack('honest');
    expect((await limit.take('honest', once)).allowed).toBe(true);
    await limit.giveBack('honest');
    await limit.giveBack('honest');
    expect((await limit.take('honest', once)).allowed).toBe(true);
    expect((await limit.take('honest', once)).allowed).toBe(false);
  });

  it('keeps no name, and nothing beyond its window', async () => {
    const limit = limitOn();
    await limit.take('network:203.0.113.7', { limit: 1, windowSeconds: 60 });
    const kept = await opened.database.db.select().from(rateLimits);
    expect(kept.length).toBeGreaterThan(1);
    expect(JSON.stringify(kept)).not.toContain('203.0.113');
    later(61);
    expect(await limit.prune(1)).toBe(1);
    await limit.prune(1000);
    expect(await opened.database.db.$count(rateLimits)).toBe(0);
  });
});
