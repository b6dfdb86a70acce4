import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.server.ts';
import type { Log } from '#platform/log.server.ts';
import { diskStorage } from './disk.server.ts';
import { s3Storage } from './s3.server.ts';
import type { Storage } from './storage.ts';

type StorageConfig = Pick<Config, 's3' | 'dataDir'>;

export interface MediaFolderOptions {
  /** Whether the database knows of pictures; asked only where the folder is missing. */
  readonly hasPictures: () => Promise<boolean>;
  readonly log: Log;
}

/** The store the settings ask for: the S3-compatible one, else a folder among the data. */
export function openStorage({ s3, dataDir }: StorageConfig): Storage {
  return s3 === undefined ? diskStorage(mediaFolder(dataDir)) : s3Storage(s3);
}

export const mediaFolder = (dataDir: string) => join(dataDir, 'media');

/**
 * For a start or a restore: creates the folder of the pictures where there is none yet. One that is missing although
 * there are pictures is not replaced: it may be on a disk that is not mounted. The site then runs without pictures.
 */
export async function createMediaFolder(
  { s3, dataDir }: StorageConfig,
  { hasPictures, log }: MediaFolderOptions,
): Promise<void> {
  const folder = mediaFolder(dataDir);
  if (s3 !== undefined || (await exists(folder))) return;
  if (!(await hasPictures())) await mkdir(folder, { recursive: true });
  else log.error({ folder }, 'the folder of the pictures is missing; put it back, or create an empty one');
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
