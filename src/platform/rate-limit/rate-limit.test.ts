import { describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { consumeForNetwork } from './network-limit.ts';
import { createRateLimit } from './rate-limit.server.ts';
import { rateLimits } from './tables.server.ts';

describe.each(databases)('the rate limit on $name', ({ open }) => {
  const opened = useDatabase(open);
  let now = new Date('2026-03-01T12:00:00Z');
  const advance = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const limitOn = () => createRateLimit({ database: opened.database, clock: () => now, key: 'k'.repeat(32) });

  it('allows attempts up to the limit, and again after the window', async () => {
    const limit = limitOn();
    const consume = () => limit.consume('sign-in:someone', { limit: 2, windowSeconds: 60 });
    expect(await consume()).toEqual({ allowed: true, retryAfterSeconds: 60 });
    advance(20);
    expect(await consume()).toEqual({ allowed: true, retryAfterSeconds: 40 });
    expect(await consume()).toEqual({ allowed: false, retryAfterSeconds: 40 });
    advance(39);
    // A refused attempt does not extend the window.
    expect(await consume()).toEqual({ allowed: false, retryAfterSeconds: 1 });
    advance(1);
    expect(await consume()).toEqual({ allowed: true, retryAfterSeconds: 60 });
  });

  it('continues across midnight', async () => {
    const limit = limitOn();
    now = new Date('2026-03-02T23:50:00Z');
    const once = { limit: 1, windowSeconds: 3600 };
    expect((await limit.consume('late', once)).allowed).toBe(true);
    advance(1200);
    expect(await limit.consume('late', once)).toEqual({ allowed: false, retryAfterSeconds: 2400 });
    advance(2400);
    expect((await limit.consume('late', once)).allowed).toBe(true);
    advance(60);
    expect((await limit.consume('late', once)).allowed).toBe(false);
    advance(3600);
  });

  it('allows exactly the limit for concurrent attempts', async () => {
    const limit = limitOn();
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, () => limit.consume('crowd', { limit: 5, windowSeconds: 60 })),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  it('refunds attempts, but never below zero', async () => {
    const limit = limitOn();
    const once = { limit: 1, windowSeconds: 60 };
    await limit.refund('honest');
    expect((await limit.consume('honest', once)).allowed).toBe(true);
    await limit.refund('honest');
    await limit.refund('honest');
    expect((await limit.consume('honest', once)).allowed).toBe(true);
    expect((await limit.consume('honest', once)).allowed).toBe(false);
  });

  it('stores no name, and nothing beyond its window', async () => {
    const limit = limitOn();
    await limit.consume('network:203.0.113.7', { limit: 1, windowSeconds: 60 });
    const rows = await opened.database.db.select().from(rateLimits);
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
    advance(61);
    expect(await limit.prune(1)).toBe(1);
    await limit.prune(1000);
    expect(await opened.database.db.$count(rateLimits)).toBe(0);
  });

  it('writes nothing for attempts that are refused, nor for the networks of a refused /48', async () => {
    const limit = limitOn();
    const once = { limit: 1, windowSeconds: 3600 };
    const attempt = (network: string) => consumeForNetwork(limit, (of) => `flood:${of}`, network, once);
    const from = (group: number) => attempt(`2001:db8:7:${group.toString(16)}::/64`);
    for (let group = 0; group < 16; group++) expect((await from(group)).allowed).toBe(true);
    expect((await from(16)).allowed).toBe(false);
    const before = await opened.database.db.select().from(rateLimits);
    for (let group = 17; group < 40; group++)
      expect(await from(group)).toEqual({ allowed: false, retryAfterSeconds: 3600 });
    // One network that has used up its limit.
    expect((await attempt('203.0.113.7')).allowed).toBe(true);
    expect((await attempt('203.0.113.7')).allowed).toBe(false);
    expect(await opened.database.db.$count(rateLimits)).toBe(before.length + 1);
    await opened.database.db.delete(rateLimits);
    expect((await attempt('203.0.113.7')).allowed).toBe(false);
    expect(await opened.database.db.$count(rateLimits)).toBe(0);
    // Another process may have taken an attempt back.
    advance(61);
    expect((await attempt('203.0.113.7')).allowed).toBe(true);
  });
});
