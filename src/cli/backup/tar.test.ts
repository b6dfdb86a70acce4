import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
async function* files(): AsyncGenerator<TarFile> {
  for (const [path, text] of FILES) yield { path, size: text.length, content: [Buffer.from(text)] };
}

async function archive(): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of writeTar(files())) parts.push(part);
  return Buffer.concat(parts);
}

// oxlint-disable-next-line require-await
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(source: AsyncIterable<Buffer>): Promise<string[][]> {
  const found: string[][] = [];
  for await (const { path, content } of readTar(source)) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    found.push([path, Buffer.concat(parts).toString()]);
  }
  return found;
}

test.each([7, 512, 100_000])('a written archive is read back, in chunks of %i bytes', async (size) => {
  expect(await read(inChunks(await archive(), size))).toEqual(FILES.map((file) => [...file]));
});

test('a truncated or altered archive is detected', async () => {
  const bytes = await archive();
  await expect(read(inChunks(bytes.subarray(0, 1_300), 512))).rejects.toThrow('ends too early');
  bytes.write('different', 512);
  await expect(read(inChunks(bytes, 512))).rejects.toThrow('checksum does not match');
});

test('the system tar can extract it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-tar-'));
  writeFileSync(join(folder, 'a.tar'), await archive());
  const { status } = spawnSync('tar', ['xf', 'a.tar'], { cwd: folder });
  const unpacked = FILES.map(([path]) => readFileSync(join(folder, path), 'utf8'));
  rmSync(folder, { recursive: true });
  expect(status).toBe(0);
  expect(unpacked).toEqual(FILES.map(([, text]) => text));
});
