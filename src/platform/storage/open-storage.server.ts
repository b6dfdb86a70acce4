import { join } from 'node:path';
import type { Config } from '#platform/config.server.ts';
import { diskStorage } from './disk.server.ts';
import { s3Storage } from './s3.server.ts';
import type { Storage } from './storage.ts';

/** The store the settings ask for: the S3-compatible one, else a folder among the data. */
export function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage {
  return s3 === undefined ? diskStorage(mediaFolder(dataDir)) : s3Storage(s3);
}

export const mediaFolder = (dataDir: string) => join(dataDir, 'media');
