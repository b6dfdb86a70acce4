import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An empty file in the data folder whose time is that of the last backup. Not in the database, which a restore replaces. */
const FILE = 'last-backup';

/** Records that a backup was completed now. */
export async function recordBackup(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, FILE), '');
}

/** Null if none was recorded: there was none, or an earlier release created it. */
export async function findLastBackup(dataDir: string): Promise<Date | null> {
  return stat(join(dataDir, FILE)).then(
    ({ mtime }) => mtime,
    () => null,
  );
}
