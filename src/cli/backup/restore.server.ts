import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type CommandContext, defineCommand } from '#cli/command.ts';
import { revokeRestoredTokens } from '#domain/accounts/api-tokens/stored-tokens.server.ts';
import { restartDerivedPictures } from '#domain/articles/derived-pictures/derived-pictures-job.server.ts';
import { settleRestoredIssues } from '#domain/newsletter/sending/restored.server.ts';
import { settleRestoredWebhooks } from '#domain/webhooks/restored.server.ts';
import { listMigrations } from '#platform/db/migrate.server.ts';
import { describeFileError } from '#platform/file-error.ts';
import { silentLog } from '#platform/log.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { isStorageKey } from '#platform/storage/key.ts';
import { createMediaFolder, openStorage } from '#platform/storage/open-storage.server.ts';
import { verifyChecksums } from './checksums.ts';
import { Manifest, MANIFEST_PATH, SECRETS_PATH } from './manifest.ts';
import { requireUnusedSite } from './seed-rows.server.ts';
import { PictureRestorer } from './picture-restorer.server.ts';
import { RowRestorer } from './row-restorer.server.ts';
import { SecretsRestorer } from './secrets-restorer.server.ts';
import { listTables } from './table-catalog.server.ts';
import { DamagedArchiveError, readContent, readTar, type TarEntry } from './tar-reader.ts';

const MEDIA = 'media/';
const TABLES = 'tables/';
/** Maximum size in bytes of a file that is read into memory: any file except tables. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

export const restore = defineCommand({
  name: 'restore',
  usage: 'FILE',
  summary: 'restores a backup into an empty site',
  args: z.tuple([
    z
      .string()
      .min(1)
      .transform((file) => resolve(file)),
  ]),
  database: 'created',
  async run([file], context) {
    try {
      const rows = await restoreAll(file, context);
      context.print(`${rows} rows and all pictures were restored.`);
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
 * Reads the archive three times: completely, to validate it before anything is changed; the pictures, outside the
 * transaction because the store may be slow; the rows, in one transaction. A failure reverts all changes. After a kill the
 * database is unchanged, and the next attempt stores the pictures again.
 */
async function restoreAll(file: string, { config, database, print }: CommandContext): Promise<number> {
  const manifest = await validateArchive(file);
  const tables = await database.maintain(listTables);
  const names = tables.map(({ name }) => name);
  const requireUnused = () => database.transaction((tx) => requireUnusedSite(tx, names));
  await requireUnused();
  await createMediaFolder(config, { hasPictures: () => Promise.resolve(false), log: silentLog });
  const pictures = new PictureRestorer(openStorage(config));
  const secrets = await SecretsRestorer.open(config.dataDir);
  try {
    await restoreFiles(file, pictures, secrets);
    const { count, undecided, unsentEvents, tokens } = await database.transaction(async (tx) => {
      const rows = await RowRestorer.begin(tx, manifest, tables);
      rows.keepSessions = secrets.areCompatible;
      await restoreRows(file, rows);
      const now = new Date();
      const restored = {
        count: await rows.finish(),
        undecided: await settleRestoredIssues(tx, now),
        unsentEvents: await settleRestoredWebhooks(tx),
        tokens: await revokeRestoredTokens(tx, now),
      };
      await restartDerivedPictures(tx);
      await secrets.write();
      tx.purge('*');
      return restored;
    });
    if (undecided > 0)
      print(
        'The backup was made while the newsletter was about to be sent. Nothing is sent again automatically: decide in the newsroom.',
      );
    if (unsentEvents > 0)
      print(
        'Events for webhooks that were not sent when the backup was made are not sent automatically: see their delivery logs.',
      );
    if (tokens > 0)
      print('All API tokens of the backup are revoked. Their owners create new ones under “Your account”.');
    if (!secrets.areCompatible)
      print(
        'This site keeps its own secrets: everyone has to sign in again, and commenters get new pseudonyms.',
      );
    return count;
  } catch (error) {
    await undo(error, async () => {
      // If the response to COMMIT was lost, the rows may exist, and they need their pictures.
      await requireUnused();
      await secrets.undo();
      await pictures.undo();
    });
    throw error;
  }
}

async function undo(error: unknown, revert: () => Promise<void>): Promise<void> {
  try {
    await revert();
  } catch (cause) {
    throw new OperatorError(
      `The restore failed (${describeRestoreError(error)}), and the files it stored could not be removed ` +
        `(${describeRestoreError(cause)}). Run it again once the database and the picture store work.`,
      { cause: error },
    );
  }
}

async function restoreFiles(
  file: string,
  pictures: PictureRestorer,
  secrets: SecretsRestorer,
): Promise<void> {
  for await (const { path, content } of readArchive(file)) {
    if (path.startsWith(MEDIA)) await pictures.add(path.slice(MEDIA.length), await readAll(content));
    else if (path === SECRETS_PATH) secrets.setFromBackup(await readAll(content));
  }
}

async function restoreRows(file: string, rows: RowRestorer): Promise<void> {
  for await (const entry of readArchive(file)) {
    if (entry.path.startsWith(TABLES)) await rows.add(entry);
    // The pictures come last: returning here avoids keeping the transaction open while they are skipped.
    if (entry.path.startsWith(MEDIA)) return;
  }
}

/** Reads the whole archive. Throws if it is damaged, altered or not a backup. */
async function validateArchive(file: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(file, () => (manifest?.format ?? 0) > 1)) {
    if (manifest === undefined) manifest = await readManifest(entry);
    else if (!isExpected(entry.path)) throw new DamagedArchiveError(`${entry.path} does not belong there`);
  }
  if (manifest === undefined) throw new DamagedArchiveError('it is empty');
  return manifest;
}

const isExpected = (path: string) =>
  path === SECRETS_PATH ||
  path.startsWith(TABLES) ||
  (path.startsWith(MEDIA) && isStorageKey(path.slice(MEDIA.length)));

/** Yields every file of the archive, verified against its checksum. `needsChecksums` is called at the end. */
async function* readArchive(file: string, needsChecksums = () => false): AsyncGenerator<TarEntry> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.once('error', (error) => unzipped.destroy(error));
  try {
    yield* verifyChecksums(readTar(unzipped), needsChecksums);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function readManifest(entry: TarEntry): Promise<Manifest> {
  if (entry.path !== MANIFEST_PATH) throw new DamagedArchiveError('it is not a backup of this software');
  const manifest = Manifest.parse(JSON.parse((await readAll(entry.content)).toString()));
  if (manifest.migration > (listMigrations().at(-1)?.when ?? 0)) {
    throw new OperatorError(
      'The backup was made by a newer release of this software. Restore it with that release.',
    );
  }
  return manifest;
}

const readAll = (content: AsyncIterable<Buffer>) =>
  readContent(content, MAX_FILE_BYTES, 'a file is too large');

function describeRestoreError(error: unknown): string {
  if (error instanceof DamagedArchiveError) return `the file is damaged or not a backup (${error.message})`;
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return 'the file is damaged or not a backup';
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return 'the file is damaged or not a backup';
  // The message of a query error contains the rows; its cause is the database's own error.
  return describeFileError(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
