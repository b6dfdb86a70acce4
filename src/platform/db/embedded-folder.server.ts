import { accessSync, constants, mkdirSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '#platform/error-text.ts';
import { describeFileError } from '#platform/file-error.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { type ClusterState, clusterState } from './cluster-state.server.ts';
import { EmbeddedFatalError } from './embedded-host.server.ts';

const MEGABYTE = 1024 * 1024;
// A new database takes 39 MB and its log of changes up to 64 more; an old one needs room to recover and to write.
const ROOM_TO_CREATE = 120;
const ROOM_TO_OPEN = 24;

/**
 * Makes sure, before anything is written, that the folder can be written to, has room, and holds a database, or none and
 * one may be created. Throws an OperatorError.
 */
export async function prepareFolder(dataDir: string, create: boolean): Promise<void> {
  const cluster = join(dataDir, 'database');
  const state = examine(dataDir, cluster, create);
  if (state === 'incomplete') throw incomplete(cluster);
  if (state === 'absent' && !create) throw absent(dataDir);
  const wanted = state === 'present' ? ROOM_TO_OPEN : ROOM_TO_CREATE;
  if ((await freeMegabytes(dataDir)) < wanted) throw diskFull(dataDir, wanted);
}

function examine(dataDir: string, cluster: string, create: boolean): ClusterState {
  try {
    // Only the owner looks in: the folder holds password hashes and the secrets of the site.
    if (create) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const state = clusterState(cluster);
    if (create || state !== 'absent') accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return state;
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dataDir} cannot be used: ${describeFileError(error)}. Make it a folder this user can ` +
        'write to, or name another with DATA_DIR.',
      { cause: error },
    );
  }
}

function absent(dataDir: string): OperatorError {
  return new OperatorError(`There is no database in ${dataDir} yet. Start the site once: npm start`);
}

function incomplete(cluster: string): OperatorError {
  return new OperatorError(
    `The folder ${cluster} is not empty, but has no file PG_VERSION: it is not a complete database. Nothing was ` +
      'changed. Put the whole folder back from a backup. To begin with an empty database, move the folder away first.',
  );
}

/**
 * Returns a check that rejects when the folder of the cluster was removed or replaced while it is open, which open files
 * do not notice, or when its disk has less room than the next start needs.
 */
export async function watchFolder(cluster: string): Promise<() => Promise<void>> {
  const opened = await stat(cluster);
  return async () => {
    const { dev, ino } = await stat(cluster);
    if (dev !== opened.dev || ino !== opened.ino) throw new Error(`The folder ${cluster} was replaced.`);
    if ((await freeMegabytes(cluster)) < ROOM_TO_OPEN) throw diskFull(cluster, ROOM_TO_OPEN);
  };
}

/** The sentence for the operator when the embedded database did not start. */
export async function explainStart(error: unknown, dataDir: string): Promise<unknown> {
  if (error instanceof EmbeddedFatalError && error.fault === 'version') {
    return new OperatorError(
      `The data folder ${dataDir} was written by PostgreSQL ${error.message}, this release needs 18. Make a backup ` +
        'with the release that wrote it (npm run cli -- backup FILE) and restore it into a new folder.',
      { cause: error },
    );
  }
  if ((await freeMegabytes(dataDir)) < ROOM_TO_OPEN) return diskFull(dataDir, ROOM_TO_OPEN);
  return new OperatorError(
    `The database in ${dataDir} does not open (${errorText(error)}). Nothing ` +
      'was changed. If the folder was copied or edited while the site was running, restore it from a backup.',
    { cause: error },
  );
}

function diskFull(dataDir: string, wanted: number): OperatorError {
  return new OperatorError(
    `The disk of the data folder ${dataDir} is full: at least ${wanted} MB must be free. Nothing was changed.`,
  );
}

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / MEGABYTE;
}
