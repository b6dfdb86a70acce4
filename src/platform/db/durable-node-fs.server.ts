import { closeSync, fstatSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface NodeFileSystem {
  realPath(node: unknown): string;
  stream_ops?: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
}

/**
 * A file system for PGlite that supports fsync. PGlite's own does not, and it starts PostgreSQL with fsync off: a power
 * failure can lose the latest writes or the whole database. This class depends on internals, so the version of PGlite
 * is pinned exactly, and the number of fsync calls is checked when the database opens.
 */
export class DurableNodeFS extends NodeFS {
  fsyncs = 0;

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    result.emscriptenOpts.preRun?.unshift((module) => {
      const files = module.NODEFS as unknown as NodeFileSystem | undefined;
      if (!files?.stream_ops) throw new Error('PGlite internals have changed: fsync cannot be enabled');
      files.stream_ops.fsync = (stream) => {
        this.fsyncs += 1;
        const path = files.realPath(stream.node);
        if (stream.nfd === undefined) fsyncPath(path);
        else fsyncOpen(stream.nfd, path);
        return 0;
      };
    });
    return result;
  }
}

/**
 * Throws for a write-ahead log that no longer exists at its path. Writes to an open file succeed even when its folder
 * was deleted, moved or unmounted; a commit that the next start would not find must not be confirmed.
 */
function fsyncOpen(file: number, path: string): void {
  fsyncSync(file);
  if (!path.includes('pg_wal')) return;
  const [open, named] = [fstatSync(file), statSync(path, { throwIfNoEntry: false })];
  if (named === undefined || named.ino !== open.ino || named.dev !== open.dev)
    throw new Error(`The write-ahead log ${path} was deleted or replaced while it was open.`);
}

export function fsyncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    // Windows cannot fsync a folder; its file system journals directory entries itself.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(file);
  }
}

export function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else fsyncPath(path);
  }
  fsyncPath(folder);
}
