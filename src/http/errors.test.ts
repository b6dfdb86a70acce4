import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { toPublicError } from './errors.server.ts';

function withLog(error: unknown) {
  const lines: string[] = [];
  const publicError = toPublicError(
    error,
    createLog('error', (line) => void lines.push(line)),
  );
  return { publicError, lines };
}

const errorWithCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('describeError', () => {
  it('sends a domain error with its own message', () => {
    const { publicError, lines } = withLog(errorWithCode('conflict', 'Another article has this slug.'));
    expect(publicError).toEqual({ status: 409, code: 'conflict', message: 'Another article has this slug.' });
    expect(lines).toEqual([]);
  });

  it.each([
    new TypeError('x is undefined'),
    errorWithCode('23505', 'duplicate key'),
    errorWithCode('toString', 'x'),
    'a string',
    null,
  ])('hides %s and logs it completely', (error) => {
    const { publicError, lines } = withLog(error);
    expect(publicError).toEqual({
      status: 500,
      code: 'unknown',
      message: 'Something went wrong on our side.',
    });
    expect(lines).toHaveLength(1);
  });

  it.each([
    errorWithCode('53100', 'could not extend file "base/5/16402"'),
    errorWithCode('57P01', 'terminating connection'),
    errorWithCode('40P01', 'deadlock detected'),
    errorWithCode('ENOSPC', 'no space left on device'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Failed query: select secret', { cause: errorWithCode('ECONNREFUSED', 'connect') }),
  ])('sends %s as 503 with Retry-After and logs it completely', (error) => {
    const { publicError, lines } = withLog(error);
    expect(publicError).toEqual({
      status: 503,
      code: 'unavailable',
      message: 'This is temporarily unavailable. Please try again in a moment.',
      retryAfterSeconds: 5,
    });
    expect(lines).toHaveLength(1);
  });
});
