import { requireNodeVersion } from '#platform/node-version.ts';

requireNodeVersion();
const [{ createApp }, { runSite }] = await Promise.all([import('./app.ts'), import('./run-site.server.ts')]);
await runSite(createApp);
