import { expect, test } from 'vitest';
import { TransportPool } from './transport-pool.server.ts';
import type { MailTransport } from './transport.ts';

const transport: MailTransport = {
  deliver: () => Promise.resolve({ state: 'accepted' }),
  close: () => {},
};

test('a sender that stops waiting is rejected at once, and the next one gets the transport', async () => {
  const pool = new TransportPool(1, () => transport);
  const never = new AbortController().signal;
  const first = await pool.acquire(never);
  const impatient = new AbortController();
  const stopped = pool.acquire(impatient.signal);
  const next = pool.acquire(never);
  impatient.abort(new Error('no more time'));
  await expect(stopped).rejects.toThrow('no more time');
  first.release();
  (await next).release();
  expect(pool.acquireFree()).toHaveLength(1);
  await expect(pool.acquire(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
});
