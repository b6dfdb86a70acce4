import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { dump } from '../../../test/newsletter.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';

const BLOCK = 512;
const PICTURE = 'media/article-images/a-480.webp';
const LATIN = 'latin1';
/** Sizes in the binary form of GNU tar: the highest bit is a flag, the next one the sign. */
const HUGE_BINARY_SIZE = `\x80${'\x7f'.repeat(11)}`;
const NEGATIVE_BINARY_SIZE = `${'\xff'.repeat(11)}\x00`;

const folder = mkdtempSync(join(tmpdir(), 'meridian-hostile-archive-'));
let target: TestDatabase;
beforeAll(async () => {
  target = await openEmbeddedTestDatabase();
});
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

interface Header {
  readonly path: string;
  /** A number of bytes, or the twelve bytes of the field. */
  readonly size?: number | string;
  readonly type?: string;
  readonly link?: string;
}

function header({ path, size = 0, type = '0', link = '' }: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(path, 0, LATIN);
  block.write('0000600\x000000000\x000000000\0', 100, LATIN);
  block.write(typeof size === 'number' ? size.toString(8).padStart(11, '0') : size, 124, LATIN);
  block.write('00000000000\0        ', 136, LATIN);
  block.write(`${type}${link}`, 156, LATIN);
  block.write('ustar\x0000', 257, LATIN);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, LATIN);
  return block;
}

function entry(entryHeader: Header, text: string): Buffer {
  const padding = Buffer.alloc((BLOCK - (text.length % BLOCK)) % BLOCK);
  return Buffer.concat([header({ size: text.length, ...entryHeader }), Buffer.from(text, LATIN), padding]);
}

const pax = (type: string, field: string) => entry({ path: 'PaxHeader', type }, field);
const picture = entry({ path: PICTURE }, 'picture');
const NOT_PLAIN = `${PICTURE} is not a plain file`;
const INVALID = 'it is not a complete tar archive';

const ARCHIVES: [string, Buffer[], string][] = [
  ['a size of 8 GiB', [header({ path: PICTURE, size: 2 ** 33 - 1 })], INVALID],
  ['a binary size beyond all integers', [header({ path: PICTURE, size: HUGE_BINARY_SIZE })], INVALID],
  ['a negative size', [header({ path: PICTURE, size: NEGATIVE_BINARY_SIZE })], INVALID],
  ['a size that is no number', [header({ path: PICTURE, size: 'nonsense' })], INVALID],
  ['a symbolic link', [header({ path: PICTURE, type: '2', link: '/etc/passwd' })], NOT_PLAIN],
  ['a hard link', [header({ path: PICTURE, type: '1', link: 'secrets.json' })], NOT_PLAIN],
  ['a device', [header({ path: PICTURE, type: '3' })], NOT_PLAIN],
  ['a folder', [header({ path: PICTURE, type: '5' })], NOT_PLAIN],
  ['an unknown type', [header({ path: PICTURE, type: 'Z' })], NOT_PLAIN],
  ['a pax header', [pax('x', '25 path=media/../../evil\n'), picture], 'evil is not a plain file'],
  ['a pax header with a size', [pax('x', '13 size=9999\n'), picture], NOT_PLAIN],
  ['a pax header with a negative size', [pax('x', '11 size=-9\n'), picture], INVALID],
  ['a pax header of 5 MB', [pax('x', `5000014 path=${'x'.repeat(5_000_000)}\n`), picture], INVALID],
  ['a global pax header of 8 GiB', [header({ path: 'g', type: 'g', size: 2 ** 33 - 1 })], INVALID],
  ['a long path of GNU tar', [entry({ path: 'l', type: 'L' }, 'media/../evil\0'), picture], 'media/../evil'],
  ['a path outside of its folders', [entry({ path: 'media/../../evil' }, 'x')], 'media/../../evil does not'],
  ['an absolute path', [entry({ path: '/etc/evil' }, 'x')], '/etc/evil does not belong there'],
];

test('a hostile archive is refused and changes nothing', async () => {
  const before = await dump(target.database);
  const manifest = JSON.stringify({ format: 1, madeAt: '2030-01-01T00:00:00Z', migration: 0, tables: [] });
  const start = entry({ path: 'manifest.json' }, manifest);
  const dataDir = join(folder, 'data');
  const context = commandContext(target.database, dataDir);
  for (const [name, content, problem] of ARCHIVES) {
    const file = join(folder, 'hostile.tar.gz');
    writeFileSync(file, gzipSync(Buffer.concat([start, ...content, Buffer.alloc(2 * BLOCK)])));
    const error = await restore.run([file], context).then(
      () => new Error('it was restored'),
      (thrown: Error) => thrown,
    );
    const result = `${name}: ${error.message}`;
    expect(result).toContain('was not restored: the file is damaged or not a backup (');
    expect(result).toContain(problem);
  }
  expect(readdirSync(folder)).toEqual(['hostile.tar.gz']);
  expect(await dump(target.database)).toEqual(before);
});
