import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { withDeadline } from '#platform/deadline.ts';
import { describeFileError } from '#platform/file-error.ts';
import { fsyncFolder } from '#platform/fsync-folder.server.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { contentTypeOf, isStorageKey } from './key.ts';
import { type ChunkSource, limitStalls, STORAGE_TIMEOUT_MS } from './stall-limit.ts';
import type { Storage, StoredHead, StoredRange } from './storage.ts';
import { StorageError } from './storage-error.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * A disk that hangs, such as a network file system, blocks each thread that accesses it. libuv's pool has four threads
 * by default, for files, compression and password hashes of the whole process, so images may use two of them. On
 * timeout the caller gets an error, but the thread stays blocked until the disk responds.
 */
const threads = createWorkQueue({ maxRunning: 2, maxQueued: 1000 });

/**
 * Stores files in a local folder, which must exist: while it is missing, every call fails, nothing is created, and no
 * file counts as absent or deleted.
 */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error(`"${key}" is not a key of the storage`);
    return resolve(root, key);
  };

  const toStorageError = (cause: unknown) =>
    new StorageError(`The picture folder ${root} cannot be used: ${describeFileError(cause)}.`, {
      cause,
    });

  const perform = <T>(work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> =>
    withDeadline(STORAGE_TIMEOUT_MS, (signal) => threads.run(() => work(signal), signal), outer).catch(
      (error: unknown) => {
        throw toStorageError(error);
      },
    );

  return {
    async head(key, signal) {
      return isStorageKey(key) ? perform(() => headOf(root, key, pathOf(key)), signal) : null;
    },
    async put(key, bytes, signal) {
      const path = pathOf(key);
      await perform(() => writeAtomically(root, path, bytes), signal);
    },
    async get(key, range, signal) {
      if (!isStorageKey(key)) return null;
      const path = pathOf(key);
      return perform(async (inner) => {
        const known = await headOf(root, key, path);
        const file = known === null ? undefined : await open(path).catch(absent);
        if (known === null || file === undefined) return null;
        if (inner.aborted) await file.close();
        inner.throwIfAborted();
        const chunks = chunksOf(file, range ?? { first: 0, last: known.size - 1 });
        return { ...known, body: limitStalls(chunks, STORAGE_TIMEOUT_MS, toStorageError) };
      }, signal);
    },
    async delete(key, signal) {
      const path = pathOf(key);
      await perform(async () => {
        await requireRoot(root);
        await rm(path, { force: true });
      }, signal);
    },
  };
}

async function requireRoot(root: string): Promise<void> {
  const found = await stat(root).catch(absent);
  if (!found?.isDirectory()) throw new Error('it is missing');
}

/** Creates one level at a time: a recursive mkdir would also create a missing root. */
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

async function headOf(root: string, key: string, path: string): Promise<StoredHead | null> {
  const found = await stat(path).catch(absent);
  if (found === undefined) await requireRoot(root);
  return found?.isFile() ? { size: found.size, contentType: contentTypeOf(key) } : null;
}

async function writeAtomically(root: string, path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await createFolders(root, folder);
  // The temporary name is not a valid key, so a partial file is never served. It is flushed before it is renamed.
  const aside = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFlushed(aside, bytes);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await fsyncFolder(folder);
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

function chunksOf(file: FileHandle, { first, last }: StoredRange): ChunkSource {
  let position = first;
  return {
    async read(signal) {
      const length = Math.min(CHUNK_BYTES, last + 1 - position);
      if (length <= 0) return null;
      const { bytesRead, buffer } = await threads.run(
        () => file.read(Buffer.allocUnsafeSlow(length), 0, length, position),
        signal,
      );
      if (bytesRead === 0) throw new Error('a file became shorter while it was read');
      position += bytesRead;
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
