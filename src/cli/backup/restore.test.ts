import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGunzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { settings } from '#domain/site/tables.server.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { openEmbeddedTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { makeArticle, makeComment } from '../../../test/factories.ts';
import { dump } from '../../../test/newsletter.ts';
import { backup } from './backup.server.ts';
import { withChecksums } from './checksums.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';
import { readTar } from './tar-reader.ts';
import { type TarFile, writeTar } from './tar-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-restore-'));
const file = join(folder, 'backup.tar.gz');

interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
}

async function readArchive(path: string): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  for await (const entry of readTar(createReadStream(path).pipe(createGunzip())))
    files.push({ path: entry.path, bytes: await buffer(entry.content) });
  return files;
}

async function* tarFiles(files: readonly ArchiveFile[]): AsyncGenerator<TarFile> {
  for (const { path, bytes } of files) yield { path, size: bytes.length, content: [bytes] };
}

async function writeArchive(name: string, files: AsyncIterable<TarFile>): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, gzipSync(await buffer(writeTar(files))));
  return path;
}

const withoutChecksums = (files: readonly ArchiveFile[]) =>
  files.filter(({ path }) => !path.startsWith('checksums/'));
const altered = (text: Buffer, from: string, to: string) =>
  Buffer.from(text.toString('latin1').replace(from, to), 'latin1');
const picturesIn = (dataDir: string) =>
  existsSync(join(dataDir, 'media')) ? readdirSync(join(dataDir, 'media'), { recursive: true }) : [];

describe('restoring', () => {
  let original: TestDatabase;
  let files: ArchiveFile[];
  const others: TestDatabase[] = [];
  const empty = async () => {
    const opened = await openEmbeddedTestDatabase();
    others.push(opened);
    return opened.database;
  };

  beforeAll(async () => {
    original = await openEmbeddedTestDatabase();
    const article = await makeArticle(original.database, { slug: 'ours', title: 'Ours' });
    await makeComment(original.database, article);
    const dataDir = join(folder, 'original');
    mkdirSync(join(dataDir, 'media'), { recursive: true });
    const storage = diskStorage(join(dataDir, 'media'));
    for (const name of ['a-480.avif', 'a-480.webp'])
      await storage.put(`article-images/${name}`, Buffer.from(`picture ${name}`));
    await original.database.db
      .insert(images)
      .values({ url: '/media/article-images/a-480.webp', width: 480, height: 270, widths: [480] });
    writeFileSync(join(dataDir, 'secrets.json'), '{"authSecret":"one"}');
    await backup.run([file], commandContext(original.database, dataDir));
    files = await readArchive(file);
  });
  afterAll(async () => {
    for (const { close } of [original, ...others]) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('an altered archive is refused with the name of the file, and changes nothing', async () => {
    const database = await empty();
    const before = await dump(database);
    const change = (path: string, bytes: (old: Buffer) => Buffer) =>
      files.map((entry) => (entry.path === path ? { path, bytes: bytes(entry.bytes) } : entry));
    const PICTURE = 'media/article-images/a-480.webp';
    const ROWS = 'tables/articles/0001.jsonl';
    const attempts: [string, ArchiveFile[], string][] = [
      ['picture', change(PICTURE, (old) => altered(old, 'p', 'P')), `${PICTURE} was altered`],
      ['row', change(ROWS, (old) => altered(old, 'Ours', 'Mine')), `${ROWS} was altered`],
      ['secrets', change('secrets.json', (old) => altered(old, 'one', 'two')), 'secrets.json was altered'],
      [
        'manifest',
        change('manifest.json', (old) => altered(old, '"madeAt": "2', '"madeAt": "3')),
        'manifest.json was altered',
      ],
      ['left out', files.filter(({ path }) => path !== PICTURE), `${PICTURE} is missing`],
      [
        'added',
        [...files.slice(0, -1), { path: 'media/x.webp', bytes: Buffer.from('x') }, ...files.slice(-1)],
        'media/x.webp was altered',
      ],
      [
        'behind',
        [...files, { path: 'media/x.webp', bytes: Buffer.from('x') }],
        'media/x.webp comes after its end',
      ],
      ['no checksums', withoutChecksums(files), 'its checksums are missing'],
      [
        'foreign',
        [...files.slice(0, 1), { path: 'media/../x', bytes: Buffer.from('x') }],
        'media/../x does not belong there',
      ],
    ];
    for (const [name, content, problem] of attempts) {
      const path = await writeArchive(`${name}.tar.gz`, tarFiles(content));
      const dataDir = join(folder, name);
      await expect(restore.run([path], commandContext(database, dataDir))).rejects.toThrow(
        `was not restored: the file is damaged or not a backup (${problem}). Nothing was changed.`,
      );
      expect(picturesIn(dataDir)).toEqual([]);
      expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
    }
    expect(await dump(database)).toEqual(before);
  });

  test('an archive of format 1, without checksums, is still accepted', async () => {
    const old = withoutChecksums(files).map(({ path, bytes }) =>
      path === 'manifest.json'
        ? { path, bytes: altered(bytes, '"format": 2', '"format": 1') }
        : { path, bytes },
    );
    const database = await empty();
    const dataDir = join(folder, 'format-1');
    await restore.run([await writeArchive('old.tar.gz', tarFiles(old))], commandContext(database, dataDir));
    expect(await dump(database)).toEqual(await dump(original.database));
    expect(picturesIn(dataDir)).toContain('article-images/a-480.webp');
  });

  test('a failed insert of rows also reverts the pictures', async () => {
    const bad = withoutChecksums(files).map(({ path, bytes }) =>
      path.startsWith('tables/comments/')
        ? { path, bytes: altered(bytes, '"article_id": "0', '"article_id": "1') }
        : { path, bytes },
    );
    const again = { path: 'media/article-images/a-480.webp', bytes: Buffer.from('the same name again') };
    const path = await writeArchive('bad.tar.gz', withChecksums(tarFiles([...bad, again])));
    const database = await empty();
    const before = await dump(database);
    const dataDir = join(folder, 'refused');
    // The store already holds a different picture under that key.
    mkdirSync(join(dataDir, 'media'), { recursive: true });
    const storage = diskStorage(join(dataDir, 'media'));
    await storage.put('article-images/a-480.avif', Buffer.from('another'));
    await expect(restore.run([path], commandContext(database, dataDir))).rejects.toThrow(
      'Nothing was changed.',
    );
    expect(picturesIn(dataDir).filter((name) => String(name).includes('.'))).toEqual([
      'article-images/a-480.avif',
    ]);
    const unchanged = await storage.get('article-images/a-480.avif');
    expect(await new Response(unchanged?.body).text()).toBe('another');
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
    expect(await dump(database)).toEqual(before);
  });

  test('settings of an earlier release get their present names', async () => {
    const earlier = await empty();
    await earlier.db.insert(settings).values([
      { name: 'contact_kept_days', value: 77 },
      { name: 'mail_kept_days', value: 5 },
      { name: 'mail_retention_days', value: 6 },
    ]);
    const archive = join(folder, 'earlier.tar.gz');
    await backup.run([archive], commandContext(earlier, join(folder, 'earlier')));
    const later = await empty();
    await restore.run([archive], commandContext(later, join(folder, 'later')));
    expect(await readSettings(later.db)).toEqual({
      ...DEFAULT_SETTINGS,
      contact_retention_days: 77,
      mail_retention_days: 6,
    });
    expect(await later.db.$count(settings)).toBe(2);
  });
});
