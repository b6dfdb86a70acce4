/**
 * The last step of the build: a new, empty cluster of the embedded database, which a first start copies instead of creating
 * one, for which it would need twice the memory. The few buffers are for that reason as well; the site sets its own.
 */
import { renameSync, rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { setModes } from '../src/platform/db/built-cluster.server.ts';
import { fsyncTree } from '../src/platform/db/durable-node-fs.server.ts';
import { embeddedModule } from '../src/platform/db/embedded-module.server.ts';
import { builtCluster } from './build-state.ts';

// Under another name until all of it is there: a build that is interrupted leaves none.
const unfinished = `${builtCluster}.part`;
for (const folder of [builtCluster, unfinished]) rmSync(folder, { recursive: true, force: true });
const database = await PGlite.create(unfinished, {
  pgliteWasmModule: await embeddedModule(),
  initDbStartParams: ['-c', 'shared_buffers=1MB'],
});
await database.exec('checkpoint');
await database.close();
// The user the site runs as may be another one than built it.
setModes(unfinished, 'readable');
fsyncTree(unfinished);
renameSync(unfinished, builtCluster);
