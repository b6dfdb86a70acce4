import { describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { cacheUnderTest, get, source } from './cache-under-test.ts';

describe('a thousand concurrent requests', () => {
  it('cause one render', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Rain');
    const readers = Array.from({ length: 1_000 }, () => cache.respond('/a', get(), page.render));
    const answers = await Promise.all(readers);
    expect(page.count).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('all get 503 when the render fails, which is logged once and not stored', async () => {
    const lines: string[] = [];
    const log = createLog('error', (line) => void lines.push(line));
    const { cache } = cacheUnderTest({ log });
    const page = source('Rain');
    page.fails = true;
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => cache.respond('/a', get(), page.render)),
    );
    expect(page.count).toBe(1);
    expect(lines).toHaveLength(1);
    for (const { status, headers } of answers) {
      expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
        503,
        '5',
        'no-store',
      ]);
    }
    page.fails = false;
    expect((await cache.respond('/a', get(), page.render)).status).toBe(200);
  });
});

describe('a render that does not end', () => {
  it('times out', async () => {
    vi.useFakeTimers();
    const { cache } = cacheUnderTest();
    const page = source('Late');
    page.wait = Promise.withResolvers<void>().promise;
    const reading = cache.respond('/a', get(), page.render);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await Promise.race([reading, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect((await reading).status).toBe(503);
    vi.useRealTimers();
  });
});
