import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readTar } from './tar-reader.ts';
import { type TarFile, writeTar } from './tar-writer.ts';

const FILES = [
  ['empty', ''],
  ['exactly-a-block', 'x'.repeat(512)],
  ['a/b/one-more', 'y'.repeat(513)],
  [`${'folder-of-thirty-characters-x/'.repeat(5)}${'n'.repeat(64)}.webp`, 'deep'],
] as const;

// oxlint-disable-next-line require-await
async function* files(...others: TarFile[]): AsyncGenerator<TarFile> {
  for (const [path, text] of FILES) yield { path, size: text.length, content: [Buffer.from(text)] };
  yield* others;
}

const archive = (...others: TarFile[]): Promise<Buffer> => buffer(writeTar(files(...others)));

// oxlint-disable-next-line require-await
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(source: AsyncIterable<Buffer>): Promise<string[][]> {
  const found: string[][] = [];
  for await (const { path, content } of readTar(source))
    found.push([path, (await buffer(content)).toString()]);
  return found;
}

test.each([7, 512, 100_000])('a written archive is read back, in chunks of %i bytes', async (size) => {
  expect(await read(inChunks(await archive(), size))).toEqual(FILES.map((file) => [...file]));
});

test('a truncated or altered archive is detected', async () => {
  const bytes = await archive();
  const problem = 'it is not a complete tar archive';
  for (const length of [100, 1_030, 1_300, 2_100])
    await expect(read(inChunks(bytes.subarray(0, length), 512))).rejects.toThrow(problem);
  bytes.write('different', 512);
  await expect(read(inChunks(bytes, 512))).rejects.toThrow(problem);
});

test.each([
  ['has grown', 'longer', 5],
  ['has shrunk', 'short', 6],
])('a file that %s while it was being read is an error', async (_change, text, size) => {
  const changed = { path: 'changed', size, content: [Buffer.from(text)] };
  await expect(archive(changed)).rejects.toThrow('changed changed while it was being read');
});

test('a path that does not fit into a ustar header is an error', async () => {
  for (const path of ['n'.repeat(101), `${'p'.repeat(156)}/n`, 'ü', ''])
    await expect(archive({ path, size: 1, content: [Buffer.from('x')] })).rejects.toThrow(
      'too long for a backup',
    );
});

test('the system tar can extract it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-tar-'));
  writeFileSync(join(folder, 'a.tar'), await archive());
  const { status } = spawnSync('tar', ['xf', 'a.tar'], { cwd: folder });
  const unpacked = FILES.map(([path]) => readFileSync(join(folder, path), 'utf8'));
  const modes = FILES.map(([path]) => statSync(join(folder, path)).mode & 0o777);
  rmSync(folder, { recursive: true });
  expect(status).toBe(0);
  expect(unpacked).toEqual(FILES.map(([, text]) => text));
  expect(modes).toEqual(FILES.map(() => 0o600));
});
