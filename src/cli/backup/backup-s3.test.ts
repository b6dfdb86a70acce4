import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { s3Storage } from '#platform/storage/s3.server.ts';
import { openEmbeddedTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { isFull } from '../../../test/full.ts';
import { findSwift, startSwift, type Swift } from '../../../test/swift.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-backup-s3-'));
const file = join(folder, 'backup.tar.gz');
const found = isFull ? findSwift() : { missing: 'only in npm run test:full' };

const picture = { width: 480, height: 270, widths: [480] };

describe.skipIf('missing' in found)('a site with its pictures in an S3-compatible store', () => {
  let swift: Swift;
  let original: TestDatabase;
  let printed: string[];
  const others: TestDatabase[] = [];

  beforeAll(async () => {
    if ('root' in found) swift = await startSwift(found.root);
    original = await openEmbeddedTestDatabase();
    const storage = s3Storage(swift.settings);
    for (const format of ['avif', 'webp'])
      await storage.put(`article-images/stored-480.${format}`, Buffer.from(`picture as ${format}`));
    await original.database.db.insert(images).values([
      { ...picture, url: '/media/article-images/stored-480.webp' },
      { ...picture, url: '/media/article-images/half-480.webp', state: 'storing' },
    ]);
  });
  afterAll(async () => {
    for (const { close } of [original, ...others]) await close();
    await swift.stop();
    rmSync(folder, { recursive: true });
  });

  const inS3 = (wrong: Record<string, string> = {}) => ({
    S3_ENDPOINT: swift.settings.endpoint,
    S3_BUCKET: swift.settings.bucket,
    S3_REGION: swift.settings.region,
    S3_ACCESS_KEY_ID: swift.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.settings.secretAccessKey,
    ...wrong,
  });
  const context = ({ database }: TestDatabase, dataDir: string, env: Record<string, string>) => {
    printed = [];
    return commandContext(database, join(folder, dataDir), { printed, env });
  };

  test('includes them in its backup, and can be moved to disk storage and back', async () => {
    await backup.run([file], context(original, 'original', inS3()));
    expect(printed.join('\n')).not.toContain('missing');
    const local = await openEmbeddedTestDatabase();
    others.push(local);
    await restore.run([file], context(local, 'local', {}));
    const media = join(folder, 'local/media/article-images');
    expect(readdirSync(media).toSorted()).toEqual(['stored-480.avif', 'stored-480.webp']);
    expect(readFileSync(join(media, 'stored-480.avif'), 'utf8')).toBe('picture as avif');

    const storage = s3Storage(swift.settings);
    await storage.delete('article-images/stored-480.avif');
    const again = await openEmbeddedTestDatabase();
    others.push(again);
    await restore.run([file], context(again, 'again', inS3()));
    const stored = await storage.get('article-images/stored-480.avif');
    expect(await new Response(stored?.body).text()).toBe('picture as avif');
  });

  test('leaves no partial backup file when the store refuses access', async () => {
    const wrong = context(original, 'original', inS3({ S3_SECRET_ACCESS_KEY: 'guessed' }));
    await expect(backup.run([join(folder, 'never.tar.gz')], wrong)).rejects.toThrow('refuses: 403');
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});
