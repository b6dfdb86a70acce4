import { expect, it } from 'vitest';
import { inTurn } from './hashing.server.ts';

it('a few are hashed at a time and few wait; the rest may come back', async () => {
  const held = Promise.withResolvers<string>();
  let running = 0;
  const hashing = inTurn({
    hash: () => {
      running++;
      return held.promise;
    },
    verify: () => Promise.resolve(true),
  });
  const taken = Array.from({ length: 42 }, () => hashing.hash('password'));
  const refusal = { code: 'unavailable', details: { retryAfterSeconds: 5 } };
  await expect(hashing.hash('password')).rejects.toMatchObject(refusal);
  await expect(hashing.verify({ hash: 'hash', password: 'password' })).rejects.toMatchObject(refusal);
  expect(running).toBe(2);
  held.resolve('hash');
  expect(await Promise.all(taken)).toHaveLength(42);
  expect(await hashing.verify({ hash: 'hash', password: 'password' })).toBe(true);
});
