import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.server.ts';
import type { Log } from '#platform/log.server.ts';
import { diskStorage } from './disk.server.ts';
import { s3Storage } from './s3.server.ts';
import type { Storage } from './storage.ts';

type StorageConfig = Pick<Config, 's3' | 'dataDir'>;

export interface MediaFolderOptions {
  /** Whether the database contains images; called only when the folder is missing. */
  readonly hasPictures: () => Promise<boolean>;
  readonly log: Log;
}

/** The configured storage: an S3-compatible service, or a folder in the data folder. */
export function openStorage({ s3, dataDir }: StorageConfig): Storage {
  return s3 === undefined ? diskStorage(mediaFolder(dataDir)) : s3Storage(s3);
}

/** Describes the storage to operators and administrators, without credentials. */
export const describeStorage = ({ s3, dataDir }: StorageConfig) =>
  s3 === undefined ? mediaFolder(dataDir) : `bucket ${s3.bucket} at ${s3.endpoint}`;

const mediaFolder = (dataDir: string) => join(dataDir, 'media');

/**
 * Creates the image folder at a start or a restore. If the database contains images but the folder is missing, it is
 * not created, because it may be on a disk that is not mounted; the site then runs without images.
 */
export async function createMediaFolder(
  { s3, dataDir }: StorageConfig,
  { hasPictures, log }: MediaFolderOptions,
): Promise<void> {
  const folder = mediaFolder(dataDir);
  if (s3 !== undefined || (await exists(folder))) return;
  if (!(await hasPictures())) await mkdir(folder, { recursive: true });
  else log.error({ folder }, 'the picture folder is missing; restore it, or create an empty one');
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
