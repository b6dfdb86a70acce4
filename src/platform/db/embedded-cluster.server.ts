import { chmodSync, existsSync, openAsBlob, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
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
  'wal_sync_method=fsync',
  'shared_buffers=32MB',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'random_page_cost=1.1',
];
const base = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
const startParams = [...base, ...PARAMETERS.flatMap((parameter) => ['-c', parameter])];

export async function openCluster({ cluster, template, module }: EmbeddedSettings): Promise<PGlite> {
  if (cluster === undefined) return openInMemory(template, module);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createAside(cluster, module);
  refuseOtherVersion(cluster);
  const fs = new DurableNodeFS(cluster);
  const database = await PGlite.create({ fs, startParams, pgliteWasmModule: module });
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
 * A cluster takes seconds to create, and one that was interrupted never opens again. So it is made beside its place,
 * flushed, and moved there in one step: the place holds a whole cluster or none.
 */
async function createAside(cluster: string, module: WebAssembly.Module): Promise<void> {
  const aside = `${cluster}.init`;
  rmSync(aside, { recursive: true, force: true });
  const fresh = await PGlite.create(aside, { pgliteWasmModule: module });
  await fresh.close();
  // PGlite leaves it open to everybody; PostgreSQL itself insists on this.
  chmodSync(aside, 0o700);
  fsyncTree(aside);
  rmSync(cluster, { recursive: true, force: true });
  renameSync(aside, cluster);
  fsyncPath(dirname(cluster));
}

function refuseOtherVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) throw new EmbeddedStartError('version', version);
}
