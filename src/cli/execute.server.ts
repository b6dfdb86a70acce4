import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { FolderInUseError } from '#platform/db/folder-lock.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databaseLocation, openDatabase } from '#platform/db/open-database.server.ts';
import type { Command, DatabaseState } from './command.ts';
import { requestCommand, connectToSite, type Terminal } from './control-client.server.ts';

const WAIT_FOR_SITE_MS = 5_000;

/** Runs a command inside the running site, or else directly on the database. Resolves to false if it failed. */
export async function executeCommand(
  command: Command,
  args: string[],
  config: Config,
  terminal: Terminal,
): Promise<boolean> {
  const deadline = Date.now() + WAIT_FOR_SITE_MS;
  for (;;) {
    const site = config.databaseUrl === undefined ? await connectToSite(config.dataDir) : undefined;
    if (site) return requestCommand(site, { command: command.name, words: args }, terminal);
    try {
      return await executeLocally(command, args, config, terminal);
    } catch (error) {
      // The folder is locked but no site listens: the site is starting or stopping, so try again.
      if (!(error instanceof FolderInUseError) || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function executeLocally(
  command: Command,
  args: string[],
  config: Config,
  terminal: Terminal,
): Promise<boolean> {
  const database = await openDatabaseFor(command.database, config);
  try {
    return await command.run(args, { config, database, print: terminal.print });
  } finally {
    await database.close();
  }
}

async function openDatabaseFor(state: DatabaseState, config: Config): Promise<Database> {
  const database = await openDatabase({ ...databaseLocation(config), create: state === 'created' });
  try {
    if (state !== 'unchanged') await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
