import { requireNodeVersion } from '#platform/node-version.ts';

requireNodeVersion();
const { returnFreedMemory } = await import('#platform/returned-memory.ts');
returnFreedMemory();
const [{ createApp }, { runSite }] = await Promise.all([import('./app.ts'), import('./run-site.server.ts')]);
await runSite(createApp);
