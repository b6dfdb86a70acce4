import { closeSync, fstatSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface NodeFileSystem {
  realPath(node: unknown): string;
  stream_ops?: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
}

/**
 * PGlite's file system on disk cannot fsync, and PGlite starts PostgreSQL with fsync off: after a power cut the
 * newest writes, or the whole database, may be gone. This one can. It reaches into internals, hence the exact
 * version pin of PGlite and the probe that counts real calls when the database opens.
 */
export class DurableNodeFS extends NodeFS {
  fsyncs = 0;

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    result.emscriptenOpts.preRun?.unshift((module) => {
      const files = module.NODEFS as unknown as NodeFileSystem | undefined;
      if (!files?.stream_ops)
        throw new Error('PGlite has changed inside: its file system cannot be made durable');
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
 * Throws for a write-ahead log that is no longer found under its path. Writes to an open file succeed also when the
 * folder around it was deleted, moved or unmounted; a commit must not be confirmed that the next start would not find.
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
    // Windows cannot flush a folder; there its file system journals the entries itself.
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
