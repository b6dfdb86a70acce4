/**
 * The last step of the build: creates an empty cluster of the embedded database. A first start copies this cluster,
 * because creating one at run time needs twice the memory. `shared_buffers` is small for the same reason; the site
 * sets its own.
 */
import { renameSync, rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { setModes } from '../src/platform/db/built-cluster.server.ts';
import { fsyncTree } from '../src/platform/db/durable-node-fs.server.ts';
import { embeddedModule } from '../src/platform/db/embedded-module.server.ts';
import { builtCluster } from './build-state.ts';

// Renamed at the end, so that an interrupted build leaves no incomplete cluster.
const unfinished = `${builtCluster}.part`;
for (const folder of [builtCluster, unfinished]) rmSync(folder, { recursive: true, force: true });
const database = await PGlite.create(unfinished, {
  pgliteWasmModule: await embeddedModule(),
  initDbStartParams: ['-c', 'shared_buffers=1MB'],
});
await database.exec('checkpoint');
await database.close();
// The site may run as another user than the one that built it.
setModes(unfinished, 'readable');
fsyncTree(unfinished);
renameSync(unfinished, builtCluster);
