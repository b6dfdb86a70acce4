import { HTTPException } from 'hono/http-exception';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { isUnavailable } from '#platform/unavailable.ts';
import { describeError } from './errors.server.ts';

function withLog(error: unknown) {
  const lines: string[] = [];
  const shown = describeError(
    error,
    createLog('error', (line) => void lines.push(line)),
  );
  return { shown, lines };
}

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('describeError', () => {
  it('shows an error that is meant for the client in its own words', () => {
    const { shown, lines } = withLog(coded('conflict', 'Another article has this slug.'));
    expect(shown).toEqual({ status: 409, code: 'conflict', message: 'Another article has this slug.' });
    expect(lines).toEqual([]);
  });

  it('has words for an error without any', () => {
    expect(withLog(coded('not_found', '')).shown.message).toBe('There is nothing here.');
  });

  it.each([
    new TypeError('x is undefined'),
    coded('23505', 'duplicate key'),
    coded('toString', 'x'),
    'a string',
    null,
  ])('shows nothing of %s and logs it whole', (error) => {
    const { shown, lines } = withLog(error);
    expect(shown).toEqual({ status: 500, code: 'unknown', message: 'Something went wrong on our side.' });
    expect(lines).toHaveLength(1);
  });

  it.each([
    coded('53100', 'could not extend file "base/5/16402"'),
    coded('57P01', 'terminating connection'),
    coded('40P01', 'deadlock detected'),
    coded('ENOSPC', 'no space left on device'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Failed query: select secret', { cause: coded('ECONNREFUSED', 'connect') }),
  ])('calls %s an outage: logged whole, shown as 503 with a time to try again', (error) => {
    const { shown, lines } = withLog(error);
    expect(shown).toEqual({
      status: 503,
      code: 'unavailable',
      message: 'This cannot be done right now. Please try again in a moment.',
      retryAfterSeconds: 5,
    });
    expect(lines).toHaveLength(1);
  });

  it('is not led in circles by causes', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    expect(isUnavailable(first)).toBe(false);
  });

  it("knows the framework's exceptions by their status", () => {
    expect(withLog(new HTTPException(401)).shown).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(withLog(new HTTPException(500, { message: 'secret' })).shown.message).not.toContain('secret');
  });
});
