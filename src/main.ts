import { createApp } from './app.ts';
import { runSite } from './run-site.server.ts';

await runSite(createApp);
