/** The modules of the site that the benchmark imports. They are bundled, because Node.js cannot import JSX. */
export { readConfig } from '#platform/config.server.ts';
export { migrate } from '#platform/db/migrate.server.ts';
export { openDatabase } from '#platform/db/open-database.server.ts';
export { createLog } from '#platform/log.server.ts';
export { createApp } from '../src/app.ts';
