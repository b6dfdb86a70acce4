import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hasPictures } from '#domain/images/queries.server.ts';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { describeFileError } from '#platform/file-error.ts';
import { mediaFolder, openStorage } from '#platform/storage/open-storage.server.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import type { createReport } from './doctor-report.ts';

const PROBE = new TextEncoder().encode('written by doctor');

/**
 * Writes, reads and deletes a test file in the picture store. Returns false if that fails. Does not create the folder if
 * the site has not been started yet.
 */
export async function checkStorage(
  config: Config,
  database: Database,
  { ok, fail }: ReturnType<typeof createReport>,
): Promise<boolean> {
  const { s3, dataDir } = config;
  const location = s3 === undefined ? mediaFolder(dataDir) : `bucket ${s3.bucket} at ${s3.endpoint}`;
  if (s3 === undefined && !existsSync(location) && !(await hasPictures(database))) {
    ok('Picture store', `${location} is created at the next start`);
    return true;
  }
  const storage = openStorage(config);
  const key = `doctor/${randomUUID()}.txt`;
  try {
    await storage.put(key, PROBE);
    const stored = await storage.get(key);
    const text = await new Response(stored?.body).text();
    await storage.delete(key);
    if (text !== new TextDecoder().decode(PROBE))
      throw new Error('the content read differs from the content written');
  } catch (error) {
    const reason = error instanceof StorageError ? error.message : describeFileError(error);
    // File system errors already contain the path.
    fail('Picture store', reason.includes(location) ? reason : `${location} cannot be used: ${reason}`);
    return false;
  }
  ok('Picture store', location);
  return true;
}
