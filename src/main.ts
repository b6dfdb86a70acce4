import { requireNodeVersion } from '#platform/node-version.ts';
import { returnFreedMemory } from '#platform/returned-memory.ts';

requireNodeVersion();
returnFreedMemory();
const [{ createApp }, { runSite }] = await Promise.all([import('./app.ts'), import('./run-site.server.ts')]);
await runSite(createApp);
