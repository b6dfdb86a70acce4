import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';

/**
 * PostgreSQL does not start without these folders. They are initially empty, and tools that copy files may omit them.
 */
const FOLDERS = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];

/**
 * The folder of an empty cluster that the build created (`scripts/build-cluster.ts`): copying it takes half the memory
 * of creating one, and a fraction of the time. Undefined when it is missing or incomplete, or when the site runs from
 * source.
 */
export function builtCluster(): string | undefined {
  const folder = join(packageRoot, 'dist/server/cluster');
  const isWhole = ['PG_VERSION', ...FOLDERS].every((name) => existsSync(join(folder, name)));
  return !runsFromSource && isWhole ? folder : undefined;
}

/** `private`: owner only, as PostgreSQL requires. `readable`: writable by the owner and readable by all users. */
const MODES = { private: [0o700, 0o600], readable: [0o755, 0o644] } as const;

/** Needed because PGlite creates world-readable files, and because a copy of read-only files is read-only. */
export function setModes(folder: string, kind: keyof typeof MODES): void {
  const [folderMode, fileMode] = MODES[kind];
  chmodSync(folder, folderMode);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setModes(path, kind);
    else chmodSync(path, fileMode);
  }
}
