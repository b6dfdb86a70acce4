import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type CommandContext, defineCommand } from '#cli/command.ts';
import type { Transaction } from '#platform/db/database.ts';
import { listMigrations } from '#platform/db/migrate.server.ts';
import { describeFileError } from '#platform/file-error.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { openStorage } from '#platform/storage/open-storage.server.ts';
import { Manifest, MANIFEST_PATH, SECRETS_PATH } from './manifest.ts';
import { RowsToRestore } from './restore-rows.server.ts';
import { DamagedArchive, readTar, type TarEntry } from './tar-reader.ts';

const MEDIA = 'media/';

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
      // One transaction: a backup that turns out to be damaged half way leaves the site as empty as it was.
      const rows = await context.database.transaction((tx) => restoreAll(file, tx, context));
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

async function restoreAll(file: string, tx: Transaction, { config, print }: CommandContext): Promise<number> {
  const storage = openStorage(config);
  const secrets = join(config.dataDir, SECRETS_PATH);
  let rows: RowsToRestore | undefined;
  let newSecrets: Buffer | undefined;
  const take = async (entry: TarEntry) => {
    if (!rows) rows = await RowsToRestore.begin(tx, await readManifest(entry));
    else if (entry.path.startsWith(MEDIA))
      await storage.put(entry.path.slice(MEDIA.length), await whole(entry));
    else if (entry.path !== SECRETS_PATH) await rows.add(entry);
    else if (existsSync(secrets)) rows.keepSessions = (await readFile(secrets)).equals(await whole(entry));
    else newSecrets = await whole(entry);
  };
  await pipeline(createReadStream(file), createGunzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const entry of readTar(source)) await take(entry);
  });
  if (!rows) throw new DamagedArchive('it is empty');
  const count = await rows.finish();
  // Only now that the whole archive was good: other secrets would sign everybody out.
  if (newSecrets) await writeSecrets(secrets, newSecrets);
  if (!rows.keepSessions)
    print('This site keeps its own secrets: everybody signs in again, commenters get new names.');
  tx.drop('*');
  return count;
}

async function writeSecrets(path: string, text: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
}

async function readManifest(entry: TarEntry): Promise<Manifest> {
  if (entry.path !== MANIFEST_PATH) throw new DamagedArchive('it is not a backup of this software');
  const manifest = Manifest.parse(JSON.parse((await whole(entry)).toString()));
  if (manifest.migration > (listMigrations().at(-1)?.when ?? 0)) {
    throw new OperatorError(
      'The backup was made by a newer release of this software. Restore it with that release.',
    );
  }
  return manifest;
}

async function whole({ content }: TarEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

function describeRestoreError(error: unknown): string {
  if (error instanceof DamagedArchive || error instanceof z.ZodError || error instanceof SyntaxError)
    return 'the file is damaged or no backup';
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return 'the file is damaged or no backup';
  return describeFileError(error);
}
