import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pictureKeys } from '#domain/images/image.ts';
import { PICTURE_STATES } from '#domain/images/tables.server.ts';
import { readLines } from '#platform/lines.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { TarFile } from './tar-writer.ts';

const Row = z.object({
  url: z.string(),
  widths: z.array(z.int().positive()),
  state: z.enum(PICTURE_STATES),
});

/**
 * Yields the files of every picture in the spooled images table. The bucket is not listed: it may be large and hold other
 * files. The rows name the site's own files as of the snapshot.
 * @param onMissing called with the key of each file that is missing in the store
 */
export async function* storedPictures(
  spooledTable: string,
  storage: Storage,
  onMissing: (key: string) => void,
): AsyncGenerator<TarFile> {
  for (const part of await listPartFiles(spooledTable)) {
    for await (const line of readLines(createReadStream(join(spooledTable, part)))) {
      const { state, ...picture } = Row.parse(JSON.parse(line));
      // Skips pictures that were being stored or deleted at the time of the snapshot.
      if (state !== 'stored') continue;
      for (const key of pictureKeys(picture)) {
        const stored = await storage.get(key);
        if (stored === null) onMissing(key);
        else yield { path: `media/${key}`, size: stored.size, content: stored.body };
      }
    }
  }
}

/** A table without rows has no folder. */
async function listPartFiles(spooledTable: string): Promise<string[]> {
  const parts: string[] = await readdir(spooledTable).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return parts.toSorted();
}
