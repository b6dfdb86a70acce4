import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { defineCommand } from '#cli/command.ts';
import { recordBackup } from '#platform/last-backup.server.ts';
import type { Config } from '#platform/config.server.ts';
import { FolderInUseError, lockFolder } from '#platform/db/folder-lock.server.ts';
import { describeFileError } from '#platform/file-error.ts';
import { fsyncFolder } from '#platform/fsync-folder.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { isStorageKey } from '#platform/storage/key.ts';
import { openStorage } from '#platform/storage/open-storage.server.ts';
import { formatCount } from '#ui/format-count.ts';
import { withChecksums } from './checksums.ts';
import { MANIFEST_PATH, SECRETS_PATH, type Manifest } from './manifest.ts';
import { spoolTables } from './spool.server.ts';
import { storedPictures } from './stored-pictures.server.ts';
import { type TarFile, writeTar } from './tar-writer.ts';

export const backup = defineCommand({
  name: 'backup',
  usage: 'FILE',
  summary: 'writes all data of the site to one .tar.gz file',
  // Resolved in the CLI process: the running site may have another working directory.
  args: z.tuple([
    z
      .string()
      .min(1)
      .transform((file) => resolve(file)),
  ]),
  outputFile: ([file]) => file,
  async run([file], { config, database, print }) {
    const temporaryFile = `${file}.tmp`;
    const spool = `${file}.parts`;
    let release: (() => void) | undefined;
    try {
      release = await createSpool(spool, file);
      const manifest = await database.snapshot(join(spool, 'database'), (client) =>
        spoolTables(client, spool),
      );
      const missingKeys: string[] = [];
      await writeArchive(
        temporaryFile,
        archiveFiles(manifest, spool, config, (key) => void missingKeys.push(key)),
      );
      await rename(temporaryFile, file);
      await fsyncFolder(dirname(file));
      // Only for information: a backup that is complete must not appear to have failed.
      await recordBackup(config.dataDir).catch(() => {});
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      if (missingKeys.length > 0)
        print(
          `${formatCount(missingKeys.length, 'file is', 'files are')} missing in the picture store, for example ${missingKeys[0]}.`,
        );
      print(
        `${rows} rows and all pictures were written to ${file}. It also contains the secrets of the site: keep it safe.`,
      );
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      throw new OperatorError(`The backup ${file} could not be written: ${describeFileError(error)}.`, {
        cause: error,
      });
    } finally {
      if (release !== undefined) {
        await rm(spool, { recursive: true, force: true });
        await rm(temporaryFile, { force: true });
        release();
      }
    }
  },
});

/**
 * Creates the folder of temporary files, or empties that of a killed run, and locks it. Of two concurrent backups to one
 * file each would otherwise read and delete the tables of the other, and replace the file by a mixture.
 */
async function createSpool(spool: string, file: string): Promise<() => void> {
  await mkdir(spool, { mode: 0o700 }).catch(ignoreExisting);
  const lock = join(spool, 'run');
  const release = lockSpool(lock, file);
  for (const name of await readdir(spool))
    if (!join(spool, name).startsWith(lock)) await rm(join(spool, name), { recursive: true });
  return release;
}

function lockSpool(lock: string, file: string): () => void {
  try {
    return lockFolder(lock);
  } catch (error) {
    if (error instanceof FolderInUseError)
      throw new OperatorError(`Another backup is being written to ${file}. Wait until it is finished.`);
    // Some network file systems have no locks.
    return () => undefined;
  }
}

async function writeArchive(path: string, files: AsyncIterable<TarFile>): Promise<void> {
  await rm(path, { force: true });
  await pipeline(
    writeTar(withChecksums(files)),
    createGzip({ level: 5 }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

async function* archiveFiles(
  manifest: Manifest,
  spool: string,
  config: Pick<Config, 'dataDir' | 's3'>,
  onMissing: (key: string) => void,
): AsyncGenerator<TarFile> {
  const { dataDir, s3 } = config;
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield { path: MANIFEST_PATH, size: text.length, content: [text] };
  yield* listFiles(dataDir, (path) => path === SECRETS_PATH);
  for (const { name } of manifest.tables) yield* listFiles(spool, () => true, join('tables', name));
  // After the rows: pictures are never changed, so every picture that a row of the snapshot references still exists.
  if (s3 === undefined) yield* listFiles(dataDir, (path) => isStorageKey(path), 'media');
  else yield* storedPictures(join(spool, 'tables/images'), openStorage(config), onMissing);
}

async function* listFiles(
  root: string,
  isWanted: (path: string) => boolean,
  folder = '',
): AsyncGenerator<TarFile> {
  const entries =
    (await readdir(join(root, folder), { withFileTypes: true, recursive: folder !== '' }).catch(
      ignoreMissing,
    )) ?? [];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    const path = relative(root, file).replaceAll('\\', '/');
    if (!isWanted(path)) continue;
    // An unused picture may be deleted while earlier ones are being read.
    const found = await stat(file).catch(ignoreMissing);
    if (found) yield { path, size: found.size, content: createReadStream(file) };
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
