import { cpSync, existsSync, openAsBlob, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { descriptorLimit } from '#platform/descriptor-limit.server.ts';
import { builtCluster, setModes } from './built-cluster.server.ts';
import { clusterState } from './cluster-state.server.ts';
import { DurableNodeFS, fsyncPath, fsyncTree } from './durable-node-fs.server.ts';
import type { EmbeddedFault, EmbeddedSettings } from './embedded-protocol.ts';

const MAJOR_VERSION = '18';

export class EmbeddedStartError extends Error {
  readonly fault: EmbeddedFault;

  constructor(fault: EmbeddedFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/*
 * 32 MB of buffers: 110 MB less memory than the default and no slower, the kernel caches the files anyway. The log
 * of changes (WAL) is kept short, or it would grow to a gigabyte beside a few megabytes of articles. A jump in a file
 * costs hardly more than the next page, these are no turning disks: otherwise the planner reads many rows in order
 * rather than a few by their index.
 */
const PARAMETERS = [
  `max_files_per_process=${mostFiles(descriptorLimit())}`,
  'wal_sync_method=fsync',
  'shared_buffers=32MB',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'random_page_cost=1.1',
];

/**
 * How many files PostgreSQL keeps open at once: about 160 are in use. Without a bound of its own it takes what the process
 * has, and then no connection can be accepted. Connections have a share of their own (`http/connection-limit.server.ts`);
 * 64 is the least that PostgreSQL takes.
 */
function mostFiles(descriptors: number): number {
  return Math.max(64, Math.min(384, Math.floor(descriptors * 0.375)));
}

const base = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
const startParams = [...base, ...PARAMETERS.flatMap((parameter) => ['-c', parameter])];

/**
 * PGlite itself creates a cluster, over whatever is there, when it does not see the file PG_VERSION: also when a disk has
 * just gone. An empty program in the place of initdb makes that attempt fail before anything is written.
 */
const NO_INITDB = new WebAssembly.Module(Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00));

export async function openCluster({ cluster, create, template, module }: EmbeddedSettings): Promise<PGlite> {
  if (cluster === undefined) return openInMemory(template, module);
  const state = clusterState(cluster);
  if (state === 'absent' && create) await createAside(cluster, module);
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

/**
 * A cluster takes seconds to create, and one that was interrupted never opens again. So it is created beside its place,
 * flushed, and moved there in one step: the place holds a whole cluster or none. Only what an interrupted creation left
 * under the name for it is deleted; a place that is not empty makes the last steps fail.
 */
async function createAside(cluster: string, module: WebAssembly.Module): Promise<void> {
  const aside = `${cluster}.init`;
  rmSync(aside, { recursive: true, force: true });
  const built = builtCluster();
  if (built !== undefined) cpSync(built, aside, { recursive: true });
  else await (await PGlite.create(aside, { pgliteWasmModule: module })).close();
  setModes(aside, 'private');
  fsyncTree(aside);
  if (existsSync(cluster)) rmdirSync(cluster);
  renameSync(aside, cluster);
  fsyncPath(dirname(cluster));
}

function refuseOtherVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) throw new EmbeddedStartError('version', version);
}
