import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hasPictures } from '#domain/images/queries.server.ts';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { describeFileError } from '#platform/file-error.ts';
import { mediaFolder, openStorage } from '#platform/storage/open-storage.server.ts';
import { StoreFailure } from '#platform/storage/store-failure.ts';
import type { report } from './doctor-report.ts';

const PROBE = new TextEncoder().encode('written by doctor');

/**
 * Puts a file where the pictures are stored, reads it and deletes it. Returns false when that could not be done. A folder
 * that no start has created yet is not created here either.
 */
export async function checkStore(
  config: Config,
  database: Database,
  { good, bad }: ReturnType<typeof report>,
): Promise<boolean> {
  const { s3, dataDir } = config;
  const place = s3 === undefined ? mediaFolder(dataDir) : `bucket ${s3.bucket} at ${s3.endpoint}`;
  if (s3 === undefined && !existsSync(place) && !(await hasPictures(database))) {
    good('Picture store', `${place} is created at the next start`);
    return true;
  }
  const storage = openStorage(config);
  const key = `doctor/${randomUUID()}.txt`;
  try {
    await storage.put(key, PROBE);
    const stored = await storage.get(key);
    const text = await new Response(stored?.body).text();
    await storage.delete(key);
    if (text !== new TextDecoder().decode(PROBE)) throw new Error('what was written does not come back');
  } catch (error) {
    const reason = error instanceof StoreFailure ? error.message : describeFileError(error);
    // The failure of a folder names it already.
    bad('Picture store', reason.includes(place) ? reason : `${place} cannot be used: ${reason}`);
    return false;
  }
  good('Picture store', place);
  return true;
}
