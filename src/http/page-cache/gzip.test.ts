import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toGzip } from './gzip.server.ts';

/** Bodies that are compressed on either thread, and take no chunk of output, several, and as much as the input. */
const BODIES = [
  Buffer.alloc(0),
  Buffer.from('short'),
  Buffer.from('A line of text that repeats.\n'.repeat(2_000)),
  randomBytes(100_000),
  Buffer.from('x'.repeat(3_000_000)),
  randomBytes(2_500_000),
  Buffer.from(randomBytes(40_000).toString('hex')),
];

test('every body is compressed completely, on the main thread and on the thread pool', async () => {
  for (const body of [...BODIES, ...BODIES.toReversed()])
    expect(gunzipSync(await toGzip(body)).equals(body)).toBe(true);
});

test('bodies that are compressed at the same time are not mixed', async () => {
  const bodies = Array.from({ length: 5 }, () => BODIES).flat();
  const compressed = await Promise.all(bodies.map(toGzip));
  for (const [at, body] of bodies.entries()) expect(gunzipSync(compressed[at] ?? '').equals(body)).toBe(true);
});
