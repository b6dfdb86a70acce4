import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from './log.server.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(
    createLog('info', (line) => {
      text += line;
    }),
  );
  return text;
}

test('redacts addresses and tokens anywhere in a line', () => {
  const token = 'eyJhbGciOi.eyJzdWIiOiI.c2lnbmF0dXJl';
  const text = logged((log) => {
    log.warn({ email: 'a@b.example', user: { password: 'hunter2' } }, `mail to jane.doe@mail.example.org`);
    log.warn({ header: `Bearer ${token}`, url: `/x?t=${token}` }, 'asked');
  });
  for (const secret of ['b.example', 'hunter2', 'jane.doe', 'eyJ']) expect(text).not.toContain(secret);
  expect(text).toContain('mail to [address]');
});

test('logs an error with its cause but without the values of a failed query', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(x@y.example)',
  });
  const error = new Error('Failed query: insert into t values ($1)\nparams: a "secret" essay,more', {
    cause,
  });
  const text = logged((log) => log.error({ err: error }, 'it failed'));
  expect(text).toContain('duplicate key');
  expect(text).toContain('23505');
  expect(text).not.toContain('essay');
  expect(text).not.toContain('x@y');
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

describe('many log lines', () => {
  afterEach(() => void vi.useRealTimers());

  test('are written up to a limit and counted beyond it, per level and message', () => {
    vi.useFakeTimers();
    const lines: { msg: string; path?: string; omitted?: number }[] = [];
    const log = createLog('info', (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]));
    for (let number = 0; number < 5_000; number += 1) log.info({ path: `/${number}` }, 'request');
    log.warn({ path: '/broken' }, 'request');
    log.error({ err: new Error('no') }, 'unexpected error');
    expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(101);
    expect(lines.map(({ path }) => path)).toContain('/broken');
    expect(lines.at(-1)?.msg).toBe('unexpected error');
    vi.advanceTimersByTime(10_000);
    expect(lines.at(-1)).toMatchObject({
      msg: 'log lines omitted',
      of: 'request',
      omitted: 4_900,
      seconds: 10,
    });
    log.info({ path: '/after' }, 'request');
    expect(lines.at(-1)?.path).toBe('/after');
    vi.advanceTimersByTime(20_000);
    expect(lines.at(-1)?.path).toBe('/after');
  });
});
