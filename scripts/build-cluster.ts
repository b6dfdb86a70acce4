/**
 * The last step of the build: a new, empty cluster of the embedded database, which a first start copies instead of creating
 * one, for which it would need twice the memory. The few buffers are for that reason as well; the site sets its own.
 */
import { rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { embeddedModule } from '../src/platform/db/embedded-module.server.ts';
import { builtCluster } from './build-state.ts';

rmSync(builtCluster, { recursive: true, force: true });
const database = await PGlite.create(builtCluster, {
  pgliteWasmModule: await embeddedModule(),
  initDbStartParams: ['-c', 'shared_buffers=1MB'],
});
await database.exec('checkpoint');
await database.close();
