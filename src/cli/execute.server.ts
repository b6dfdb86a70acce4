import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { FolderInUse } from '#platform/db/folder-lock.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databasePlace, openDatabase } from '#platform/db/open-database.server.ts';
import type { Command, DatabaseState } from './command.ts';
import { askSite, reachSite, type Terminal } from './control-client.server.ts';

const WAIT_FOR_SITE_MS = 5_000;

/** Runs a command in the site if it runs, else on the database itself. Resolves to false after a fault. */
export async function execute(
  command: Command,
  words: string[],
  config: Config,
  terminal: Terminal,
): Promise<boolean> {
  const deadline = Date.now() + WAIT_FOR_SITE_MS;
  for (;;) {
    const site = config.databaseUrl === undefined ? await reachSite(config.dataDir) : undefined;
    if (site) return askSite(site, { command: command.name, words }, terminal);
    try {
      return await executeHere(command, words, config, terminal);
    } catch (error) {
      // In use, but it does not listen: it is starting or stopping, and will have made up its mind in a moment.
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function executeHere(
  command: Command,
  words: string[],
  config: Config,
  terminal: Terminal,
): Promise<boolean> {
  const database = await openFor(command.database, config);
  try {
    return await command.run(words, { config, database, print: terminal.print });
  } finally {
    await database.close();
  }
}

async function openFor(state: DatabaseState, config: Config): Promise<Database> {
  const database = await openDatabase({ ...databasePlace(config), create: state === 'created' });
  try {
    if (state !== 'as-found') await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
