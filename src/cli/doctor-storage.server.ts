import { existsSync } from 'node:fs';
import { hasPictures } from '#domain/images/queries.server.ts';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { describeFileError } from '#platform/file-error.ts';
import { describeStorage, openStorage } from '#platform/storage/open-storage.server.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import { probeStorage } from '#platform/storage/storage-probe.server.ts';
import type { createReport } from './doctor-report.ts';

/**
 * Writes, reads and deletes a test file in the picture store. Returns false if that fails. Does not create the folder if
 * the site has not been started yet.
 */
export async function checkStorage(
  config: Config,
  database: Database,
  { ok, fail }: ReturnType<typeof createReport>,
): Promise<boolean> {
  const { s3 } = config;
  const location = describeStorage(config);
  if (s3 === undefined && !existsSync(location) && !(await hasPictures(database))) {
    ok('Picture store', `${location} is created at the next start`);
    return true;
  }
  try {
    await probeStorage(openStorage(config));
  } catch (error) {
    const reason = error instanceof StorageError ? error.message : describeFileError(error);
    // File system errors already contain the path.
    fail('Picture store', reason.includes(location) ? reason : `${location} cannot be used: ${reason}`);
    return false;
  }
  ok('Picture store', location);
  return true;
}
