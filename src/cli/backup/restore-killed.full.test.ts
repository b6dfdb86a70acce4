import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { fillDataDir, openEmbeddedTestDatabase } from '../../../test/databases.ts';
import { makeArticle } from '../../../test/factories.ts';
import { dump } from '../../../test/newsletter.ts';
import { BUILT_CLI, COMPILE_CACHE, WITHOUT_OPTIMIZATION } from '../../../test/short-lived.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';

const PICTURE = 'article-images/a-480.webp';

test('a restore succeeds after any number of killed attempts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-restore-killed-'));
  const file = join(folder, 'backup.tar.gz');
  const original = await openEmbeddedTestDatabase();
  const article = await makeArticle(original.database);
  const picture = { url: `/media/${PICTURE}`, width: 480, height: 270, widths: [480] };
  await original.database.db.insert(images).values(picture);
  const media = join(folder, 'original/media');
  mkdirSync(media, { recursive: true });
  for (const key of [PICTURE, PICTURE.replace('webp', 'avif')])
    await diskStorage(media).put(key, Buffer.from(article.id));
  await backup.run([file], commandContext(original.database, join(folder, 'original')));

  const dataDir = join(folder, 'killed');
  await fillDataDir(dataDir);
  const run = () => {
    const child = spawn(process.execPath, [...WITHOUT_OPTIMIZATION, BUILT_CLI, 'restore', file], {
      env: { DATA_DIR: dataDir, ...COMPILE_CACHE },
      stdio: 'ignore',
    });
    return { child, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
  };
  let wasDone = false;
  for (let wait = 300; wait < 5_000 && !wasDone; wait += 450) {
    const { child, ended } = run();
    await sleep(wait);
    child.kill('SIGKILL');
    wasDone = (await ended) === 0;
  }
  const last = await run().ended;
  const database = await openDatabase({ dataDir });
  const restored = await dump(database);
  await database.close();
  // If an attempt was killed after its commit, the last one refuses because the site is not empty.
  expect([last, restored['articles']?.length]).toEqual([wasDone || last === 1 ? 1 : 0, 1]);
  expect(restored).toEqual(await dump(original.database));
  expect(await diskStorage(join(dataDir, 'media')).head(PICTURE)).not.toBeNull();
  await original.close();
  rmSync(folder, { recursive: true });
});
