import { expect, test } from 'vitest';
import { DeadlineExceededError, withDeadline } from './deadline.ts';

const never = <T>() => Promise.withResolvers<T>().promise;

test('work that hangs is rejected, and its signal aborts', async () => {
  let seen: AbortSignal | undefined;
  const result = withDeadline(20, (signal) => {
    seen = signal;
    return never();
  });
  await expect(result).rejects.toThrow(DeadlineExceededError);
  expect(seen?.reason).toBeInstanceOf(DeadlineExceededError);
});

test('an outer signal rejects it earlier, even when it has already aborted', async () => {
  const outer = new AbortController();
  const reason = new Error('the caller left');
  const result = withDeadline(60_000, never, outer.signal);
  outer.abort(reason);
  await expect(result).rejects.toBe(reason);
  await expect(withDeadline(60_000, never, outer.signal)).rejects.toBe(reason);
});

test('the signal does not abort after the work has settled', async () => {
  const outer = new AbortController();
  const signal = await withDeadline(20, (inner) => Promise.resolve(inner), outer.signal);
  outer.abort(new Error('later'));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(signal.aborted).toBe(false);
});
