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
 * The files of every picture in a spooled table of them. A bucket may hold other things and more than one cares to list;
 * the rows say what is ours, and as of the moment of the backup.
 * @param onMissing told of each file the store should have and does not
 */
export async function* storedPictures(
  spooledTable: string,
  storage: Storage,
  onMissing: (key: string) => void,
): AsyncGenerator<TarFile> {
  for (const part of await partsOf(spooledTable)) {
    for await (const line of readLines(createReadStream(join(spooledTable, part)))) {
      const { state, ...picture } = Row.parse(JSON.parse(line));
      // What was half stored or half removed is as good as not there.
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
async function partsOf(spooledTable: string): Promise<string[]> {
  const parts: string[] = await readdir(spooledTable).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return parts.toSorted();
}
