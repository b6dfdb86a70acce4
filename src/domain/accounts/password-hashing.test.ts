import { expect, it } from 'vitest';
import { limitConcurrency } from './password-hashing.server.ts';

it('runs one hash for known clients and one for others, queues 40 of each, five of a client', async () => {
  const hashed = Promise.withResolvers<string>();
  let running = 0;
  const hashing = limitConcurrency({
    hash: () => {
      running++;
      return hashed.promise;
    },
    verify: () => Promise.resolve(true),
  });
  const network = (number: number) => ({ key: `network ${number}`, isKnown: false });
  const hash = (client: { key: string; isKnown: boolean }) => hashing.hash('password', client);
  const fromOne = Array.from({ length: 6 }, () => hash(network(0)));
  await expect(hash(network(0))).rejects.toMatchObject({
    code: 'too_many',
    details: { retryAfterSeconds: 5 },
  });
  const fromOthers = Array.from({ length: 35 }, (_, number) => hash(network(number + 1)));
  const refusal = { code: 'unavailable', details: { retryAfterSeconds: 5 } };
  await expect(hash(network(99))).rejects.toMatchObject(refusal);
  const input = { hash: 'hash', password: 'password' };
  await expect(hashing.verify(input, network(99))).rejects.toMatchObject(refusal);
  // All of them together keep no known client out.
  expect(await hashing.verify(input, { key: 'ada', isKnown: true })).toBe(true);
  expect(running).toBe(1);
  hashed.resolve('hash');
  expect(await Promise.all([...fromOne, ...fromOthers])).toHaveLength(41);
  expect(await hashing.verify(input, network(99))).toBe(true);
});
