/** What the cold measurements need of the site, bundled for them so that JSX and the imports map are behind us. */
export { readConfig } from '#platform/config.server.ts';
export { migrate } from '#platform/db/migrate.server.ts';
export { openDatabase } from '#platform/db/open-database.server.ts';
export { createLog } from '#platform/log.server.ts';
export { createApp } from '../src/app.ts';
