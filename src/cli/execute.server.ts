import { stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { FolderInUseError } from '#platform/db/folder-lock.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databaseLocation, openDatabase } from '#platform/db/open-database.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
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
    if (site) return executeInSite(site, command, args, terminal);
    try {
      return await executeLocally(command, args, config, terminal);
    } catch (error) {
      // The folder is locked but no site listens: the site is starting or stopping, so try again.
      if (!(error instanceof FolderInUseError) || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/**
 * Throws if the site reports success but has written its file where this process cannot see it: a systemd service with
 * `PrivateTmp=` has its own /tmp, for example.
 */
async function executeInSite(
  site: Socket,
  command: Command,
  args: string[],
  terminal: Terminal,
): Promise<boolean> {
  const file = command.outputFile(args);
  const before = await fileVersion(file);
  const isDone = await requestCommand(site, { command: command.name, words: args }, terminal);
  if (file !== undefined && isDone && (await fileVersion(file)) === before)
    throw new OperatorError(
      `The running site has written ${file} into a folder that only the site sees, so the file is not here. ` +
        'Delete it there (a restart of the service empties its own /tmp), and name a file in a folder that both see.',
    );
  return isDone;
}

/** Differs after the file was written or replaced. Undefined if it does not exist. */
async function fileVersion(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.dev, found.ino, found.mtimeNs].join(' ');
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
