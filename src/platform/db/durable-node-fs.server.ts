import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
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
        if (stream.nfd === undefined) fsyncPath(files.realPath(stream.node));
        else fsyncSync(stream.nfd);
        return 0;
      };
    });
    return result;
  }
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
