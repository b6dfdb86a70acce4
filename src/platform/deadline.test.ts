import { expect, test } from 'vitest';
import { DeadlineExceeded, withDeadline } from './deadline.ts';

const never = <T>() => Promise.withResolvers<T>().promise;

test('work that hangs is given up, and is told so', async () => {
  let seen: AbortSignal | undefined;
  const result = withDeadline(20, (signal) => {
    seen = signal;
    return never();
  });
  await expect(result).rejects.toThrow(DeadlineExceeded);
  expect(seen?.reason).toBeInstanceOf(DeadlineExceeded);
});

test('an outer signal ends it earlier, also when it has aborted before', async () => {
  const outer = new AbortController();
  const reason = new Error('the caller left');
  const result = withDeadline(60_000, never, outer.signal);
  outer.abort(reason);
  await expect(result).rejects.toBe(reason);
  await expect(withDeadline(60_000, never, outer.signal)).rejects.toBe(reason);
});

test('the signal stays quiet once the work is done', async () => {
  const outer = new AbortController();
  const signal = await withDeadline(20, (inner) => Promise.resolve(inner), outer.signal);
  outer.abort(new Error('later'));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(signal.aborted).toBe(false);
});

test('a failure of the work is passed on', async () => {
  await expect(withDeadline(60_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
