import { readConfig } from '#platform/config.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databaseLocation, openDatabase } from '#platform/db/open-database.server.ts';
import { createLog } from '#platform/log.server.ts';
import { createApp } from './app.ts';

/** Starts the site for `npm run dev`. Vite listens, and restarts the site when a server module changes. */
export async function startDevelopment(): Promise<{
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const database = await openDatabase({ ...databaseLocation(config), create: true, log });
  await migrate(database);
  const app = await createApp({ config, database, log });
  app.jobs.start();
  return {
    fetch: app.fetch,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
