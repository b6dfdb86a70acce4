import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type CommandContext, defineCommand } from '#cli/command.ts';
import { listMigrations } from '#platform/db/migrate.server.ts';
import { describeFileError } from '#platform/file-error.ts';
import { silentLog } from '#platform/log.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { isStorageKey } from '#platform/storage/key.ts';
import { createMediaFolder, openStorage } from '#platform/storage/open-storage.server.ts';
import { checked } from './checksums.ts';
import { Manifest, MANIFEST_PATH, SECRETS_PATH } from './manifest.ts';
import { refuseUsed } from './own-rows.server.ts';
import { PicturesToRestore } from './restore-pictures.server.ts';
import { RowsToRestore } from './restore-rows.server.ts';
import { SecretsToRestore } from './restore-secrets.server.ts';
import { listTables } from './table-catalog.server.ts';
import { DamagedArchive, readTar, type TarEntry } from './tar-reader.ts';

const MEDIA = 'media/';
const TABLES = 'tables/';
/** Of those that are held in memory, all but the tables. Bytes. */
const LARGEST_FILE = 64 * 1024 * 1024;

export const restore = defineCommand({
  name: 'restore',
  usage: 'FILE',
  summary: 'puts a backup into an empty site',
  words: z.tuple([
    z
      .string()
      .min(1)
      .transform((file) => resolve(file)),
  ]),
  database: 'created',
  async run([file], context) {
    try {
      const rows = await restoreAll(file, context);
      context.print(`${rows} rows and all pictures are back.`);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(
        `${file} was not restored: ${describeRestoreError(error)}. Nothing was changed.`,
        { cause: error },
      );
    }
  },
});

/**
 * Reads the archive three times: whole, to know that it is good before anything is changed; the pictures, outside of the
 * transaction because a store takes its time; the rows, in one transaction. What fails is undone. After a kill the
 * database is as it was, and pictures without rows are stored once more by the next attempt.
 */
async function restoreAll(file: string, { config, database, print }: CommandContext): Promise<number> {
  const manifest = await inspect(file);
  const tables = (await database.maintain(listTables)).map(({ name }) => name);
  const refuse = () => database.transaction((tx) => refuseUsed(tx, tables));
  await refuse();
  await createMediaFolder(config, { hasPictures: () => Promise.resolve(false), log: silentLog });
  const pictures = new PicturesToRestore(openStorage(config));
  const secrets = await SecretsToRestore.find(config.dataDir);
  try {
    await restoreFiles(file, pictures, secrets);
    const count = await database.transaction(async (tx) => {
      const rows = await RowsToRestore.begin(tx, manifest, tables);
      rows.keepSessions = secrets.areKnown;
      await restoreRows(file, rows);
      const found = await rows.finish();
      await secrets.write();
      tx.drop('*');
      return found;
    });
    if (!secrets.areKnown)
      print('This site keeps its own secrets: everybody signs in again, commenters get new names.');
    return count;
  } catch (error) {
    await undo(error, async () => {
      // When the answer to COMMIT was lost, the rows may be there, and they need their pictures.
      await refuse();
      await secrets.undo();
      await pictures.undo();
    });
    throw error;
  }
}

async function undo(error: unknown, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new OperatorError(
      `The restore failed (${describeRestoreError(error)}), and what it had stored could not be removed ` +
        `(${describeRestoreError(cause)}). It may be repeated once the database and the picture store work again.`,
      { cause: error },
    );
  }
}

async function restoreFiles(
  file: string,
  pictures: PicturesToRestore,
  secrets: SecretsToRestore,
): Promise<void> {
  for await (const { path, content } of readArchive(file)) {
    if (path.startsWith(MEDIA)) await pictures.add(path.slice(MEDIA.length), await whole(content));
    else if (path === SECRETS_PATH) secrets.offer(await whole(content));
  }
}

async function restoreRows(file: string, rows: RowsToRestore): Promise<void> {
  for await (const entry of readArchive(file)) {
    if (entry.path.startsWith(TABLES)) await rows.add(entry);
    // The pictures come last: a transaction is not kept open while they are read past.
    if (entry.path.startsWith(MEDIA)) return;
  }
}

/** Reads all of it and refuses what is damaged, altered or no backup. */
async function inspect(file: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(file, () => (manifest?.format ?? 0) > 1)) {
    if (manifest === undefined) manifest = await readManifest(entry);
    else if (!isExpected(entry.path)) throw new DamagedArchive(`${entry.path} does not belong there`);
  }
  if (manifest === undefined) throw new DamagedArchive('it is empty');
  return manifest;
}

const isExpected = (path: string) =>
  path === SECRETS_PATH ||
  path.startsWith(TABLES) ||
  (path.startsWith(MEDIA) && isStorageKey(path.slice(MEDIA.length)));

/** Every file of the archive, compared with its checksum. `needsChecksums` is asked at the end. */
async function* readArchive(file: string, needsChecksums = () => false): AsyncGenerator<TarEntry> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.once('error', (error) => unzipped.destroy(error));
  try {
    yield* checked(readTar(unzipped), needsChecksums);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function readManifest(entry: TarEntry): Promise<Manifest> {
  if (entry.path !== MANIFEST_PATH) throw new DamagedArchive('it is not a backup of this software');
  const manifest = Manifest.parse(JSON.parse((await whole(entry.content)).toString()));
  if (manifest.migration > (listMigrations().at(-1)?.when ?? 0)) {
    throw new OperatorError(
      'The backup was made by a newer release of this software. Restore it with that release.',
    );
  }
  return manifest;
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > LARGEST_FILE) throw new DamagedArchive('a file is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function describeRestoreError(error: unknown): string {
  if (error instanceof DamagedArchive) return `the file is damaged or no backup (${error.message})`;
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'the file is damaged or no backup';
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return 'the file is damaged or no backup';
  // The query that failed carries the rows in its message; the database itself says what is wrong with them.
  return describeFileError(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
