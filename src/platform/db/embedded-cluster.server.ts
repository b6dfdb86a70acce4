import {
  cpSync,
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { descriptorLimit } from '#platform/descriptor-limit.server.ts';
import { builtCluster, setModes } from './built-cluster.server.ts';
import { clusterState } from './cluster-state.server.ts';
import { DurableNodeFS, fsyncPath, fsyncTree } from './durable-node-fs.server.ts';
import type { EmbeddedStartFailure, EmbeddedSettings } from './embedded-protocol.ts';

const MAJOR_VERSION = '18';

export class EmbeddedStartError extends Error {
  readonly reason: EmbeddedStartFailure;

  constructor(reason: EmbeddedStartFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

/*
 * 32 MB of shared buffers use 110 MB less memory than the default and are not slower, since the kernel caches the
 * files. The WAL size is limited, or it would grow to a gigabyte for a few megabytes of articles. `random_page_cost` is
 * low because the disks are SSDs; otherwise the planner would prefer sequential scans to index scans.
 */
const PARAMETERS = [
  `max_files_per_process=${maxOpenFiles(descriptorLimit())}`,
  'wal_sync_method=fsync',
  'shared_buffers=32MB',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'random_page_cost=1.1',
];

/**
 * Maximum number of files that PostgreSQL keeps open; about 160 are in use. Without this limit it uses all descriptors
 * of the process, and then no connection can be accepted. Connections have their own share
 * (`http/connection-limit.server.ts`); 64 is the minimum that PostgreSQL accepts.
 */
function maxOpenFiles(descriptors: number): number {
  return Math.max(64, Math.min(384, Math.floor(descriptors * 0.375)));
}

const base = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
const startParams = [...base, ...PARAMETERS.flatMap((parameter) => ['-c', parameter])];

/**
 * PGlite creates a cluster, overwriting existing files, when it does not find the file PG_VERSION, for example after a
 * disk was unmounted. An empty module in place of initdb makes that fail before anything is written.
 */
const NO_INITDB = new WebAssembly.Module(Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00));

export async function openCluster({ cluster, create, template, module }: EmbeddedSettings): Promise<PGlite> {
  if (cluster === undefined) return openInMemory(template, module);
  const state = clusterState(cluster);
  if (state === 'absent' && create) await createCluster(cluster, module);
  else if (state !== 'present') throw new EmbeddedStartError(state, `the database is ${state}`);
  refuseOtherVersion(cluster);
  const fs = new DurableNodeFS(cluster);
  const database = await PGlite.create({
    fs,
    startParams,
    pgliteWasmModule: module,
    initdbWasmModule: NO_INITDB,
  });
  await database.exec('checkpoint');
  if (fs.fsyncs === 0) {
    await database.close();
    throw new EmbeddedStartError('durability', 'a checkpoint reached the disk without a single fsync');
  }
  return database;
}

async function openInMemory(template: string | undefined, module: WebAssembly.Module): Promise<PGlite> {
  const options = { startParams: [...startParams, '-F'], pgliteWasmModule: module };
  return PGlite.create(
    template === undefined ? options : { ...options, loadDataDir: await openAsBlob(template) },
  );
}

/** The only entry of the temporary folder, so that what a creation has left is told from anything else. */
const INCOMPLETE = 'incomplete-cluster';

/**
 * Creating a cluster takes seconds, and a partial one never opens. So it is created in a temporary folder, flushed, and
 * renamed: the final folder contains a complete cluster or none. If the final folder is not empty, the last steps fail.
 */
async function createCluster(cluster: string, module: WebAssembly.Module): Promise<void> {
  const temporary = `${cluster}.init`;
  const incomplete = join(temporary, INCOMPLETE);
  removeInterrupted(temporary);
  mkdirSync(temporary);
  const built = builtCluster();
  if (built !== undefined) cpSync(built, incomplete, { recursive: true });
  else await (await PGlite.create(incomplete, { pgliteWasmModule: module })).close();
  setModes(incomplete, 'private');
  fsyncTree(incomplete);
  if (existsSync(cluster)) rmdirSync(cluster);
  renameSync(incomplete, cluster);
  rmdirSync(temporary);
  fsyncPath(dirname(cluster));
}

/**
 * Deletes what an interrupted creation has left, which has no data. Any other folder is renamed: it may be a database that
 * the operator has put there.
 */
function removeInterrupted(temporary: string): void {
  const names = existsSync(temporary) ? readdirSync(temporary) : [];
  if (names.every((name) => name === INCOMPLETE)) rmSync(temporary, { recursive: true, force: true });
  else renameSync(temporary, `${temporary}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
}

function refuseOtherVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) throw new EmbeddedStartError('version', version);
}
