import { startControlServer } from '#cli/control.server.ts';
import { readConfigForPort } from '#platform/config.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databaseLocation, openDatabase } from '#platform/db/open-database.server.ts';
import { createLog } from '#platform/log.server.ts';
import { createApp } from './app.ts';
import { acceptsCommands, readyMessage } from './run-site.server.ts';

/**
 * Starts the site for `npm run dev`. Vite listens, and restarts the site when a server module changes.
 * @param port the port Vite listens on, which is part of links
 */
export async function startDevelopment(port: number): Promise<{
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}> {
  const config = readConfigForPort(port);
  const log = createLog(config.logLevel);
  const database = await openDatabase({ ...databaseLocation(config), create: true, log });
  await migrate(database);
  const app = await createApp({ config, database, log });
  app.jobs.start();
  const control = acceptsCommands(database) ? await startControlServer({ config, database, log }) : undefined;
  process.stdout.write(readyMessage(config, app.siteName()));
  return {
    fetch: app.fetch,
    async close() {
      await control?.close();
      await app.close();
      await database.close();
    },
  };
}
