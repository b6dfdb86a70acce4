import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fsyncFolder } from '#platform/fsync-folder.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { contentTypeOf, isStorageKey } from './key.ts';
import type { Storage, StoredHead } from './storage.ts';

/**
 * Keeps files in a folder of this machine, which must be there: while it is missing nothing is created in its place, and
 * no file counts as absent or deleted.
 */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error(`"${key}" is not a key of the storage`);
    return resolve(root, key);
  };

  async function head(key: string): Promise<StoredHead | null> {
    if (!isStorageKey(key)) return null;
    const found = await stat(pathOf(key)).catch(absent);
    if (found === undefined) await requireRoot(root);
    return found?.isFile() ? { size: found.size, contentType: contentTypeOf(key) } : null;
  }

  return {
    head,
    async put(key, bytes) {
      const path = pathOf(key);
      const folder = dirname(path);
      await createFolders(root, folder);
      // A name no key can have, so that half a file is never served; flushed before it gets its own.
      const aside = join(folder, `.${randomUUID()}.tmp`);
      try {
        await writeFlushed(aside, bytes);
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
      await fsyncFolder(folder);
    },
    async get(key, range) {
      const known = await head(key);
      if (known === null) return null;
      const file = createReadStream(pathOf(key), range && { start: range.first, end: range.last });
      return { ...known, body: Readable.toWeb(file) as ReadableStream<Uint8Array> };
    },
    async delete(key) {
      await requireRoot(root);
      await rm(pathOf(key), { force: true });
    },
  };
}

async function requireRoot(root: string): Promise<void> {
  const found = await stat(root).catch(absent);
  if (!found?.isDirectory()) throw new Refusal('unavailable', 'The pictures are not available right now.');
}

/** One level after the other: a recursive mkdir would create a root that is gone as well. */
async function createFolders(root: string, folder: string): Promise<void> {
  await requireRoot(root);
  let path = root;
  for (const name of relative(root, folder).split(sep).filter(Boolean)) {
    path = join(path, name);
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
