import { expect, it } from 'vitest';
import { limitConcurrency } from './password-hashing.server.ts';

it('runs two hashes at a time, queues 40 and rejects the rest with a retry delay', async () => {
  const hashed = Promise.withResolvers<string>();
  let running = 0;
  const hashing = limitConcurrency({
    hash: () => {
      running++;
      return hashed.promise;
    },
    verify: () => Promise.resolve(true),
  });
  const results = Array.from({ length: 42 }, () => hashing.hash('password'));
  const refusal = { code: 'unavailable', details: { retryAfterSeconds: 5 } };
  await expect(hashing.hash('password')).rejects.toMatchObject(refusal);
  await expect(hashing.verify({ hash: 'hash', password: 'password' })).rejects.toMatchObject(refusal);
  expect(running).toBe(2);
  hashed.resolve('hash');
  expect(await Promise.all(results)).toHaveLength(42);
  expect(await hashing.verify({ hash: 'hash', password: 'password' })).toBe(true);
});
