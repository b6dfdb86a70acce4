import { expect, test } from 'vitest';
import { readLines } from './lines.ts';

async function lines(pieces: Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  // oxlint-disable-next-line require-await
  const source = async function* () {
    yield* pieces;
  };
  for await (const line of readLines(source())) found.push(line);
  return found;
}

test('lines end at line feeds only, for any chunk boundaries', async () => {
  const bytes = new TextEncoder().encode('one\u2028two\r\n\n🗞️ three');
  const expected = ['one\u2028two\r', '', '🗞️ three'];
  expect(await lines([bytes])).toEqual(expected);
  expect(await lines(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
  expect(await lines([new TextEncoder().encode('a\n')])).toEqual(['a']);
  expect(await lines([])).toEqual([]);
});
