import { accessSync, constants, mkdirSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '#platform/error-text.ts';
import { describeFileError } from '#platform/file-error.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { type ClusterState, clusterState } from './cluster-state.server.ts';
import { EmbeddedFatalError } from './embedded-host.server.ts';

const MEGABYTE = 1024 * 1024;
// In MB. A new database takes 39 MB and its WAL up to 64 MB more; an existing one needs space to recover and to write.
const MIN_FREE_MB_TO_CREATE = 120;
const MIN_FREE_MB_TO_OPEN = 24;

/**
 * Checks, before anything is written, that the folder is writable, has free space, and contains a database or one may
 * be created. Throws an OperatorError.
 */
export async function prepareFolder(dataDir: string, create: boolean): Promise<void> {
  const cluster = join(dataDir, 'database');
  const state = examine(dataDir, cluster, create);
  if (state === 'incomplete') throw incomplete(cluster);
  if (state === 'absent' && !create) throw absent(dataDir);
  const requiredMb = state === 'present' ? MIN_FREE_MB_TO_OPEN : MIN_FREE_MB_TO_CREATE;
  if ((await freeMegabytes(dataDir)) < requiredMb) throw diskFull(dataDir, requiredMb);
}

function examine(dataDir: string, cluster: string, create: boolean): ClusterState {
  try {
    // Accessible by the owner only: the folder contains password hashes and the secrets of the site.
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
 * Returns a check that rejects when the folder of the open cluster was removed or replaced (writes to open files still
 * succeed then), or when its disk has less free space than the next start needs.
 */
export async function watchFolder(cluster: string): Promise<() => Promise<void>> {
  const opened = await stat(cluster);
  return async () => {
    const { dev, ino } = await stat(cluster);
    if (dev !== opened.dev || ino !== opened.ino) throw new Error(`The folder ${cluster} was replaced.`);
    if ((await freeMegabytes(cluster)) < MIN_FREE_MB_TO_OPEN) throw diskFull(cluster, MIN_FREE_MB_TO_OPEN);
  };
}

/** Converts a start error of the embedded database to a message for the operator. */
export async function describeStartError(error: unknown, dataDir: string): Promise<unknown> {
  if (error instanceof EmbeddedFatalError && error.reason === 'version') {
    return new OperatorError(
      `The data folder ${dataDir} was written by PostgreSQL ${error.message}, this release needs 18. Make a backup ` +
        'with the release that wrote it (npm run cli -- backup FILE) and restore it into a new folder.',
      { cause: error },
    );
  }
  if ((await freeMegabytes(dataDir)) < MIN_FREE_MB_TO_OPEN) return diskFull(dataDir, MIN_FREE_MB_TO_OPEN);
  return new OperatorError(
    `The database in ${dataDir} does not open (${errorText(error)}). Nothing ` +
      'was changed. If the folder was copied or edited while the site was running, restore it from a backup.',
    { cause: error },
  );
}

function diskFull(dataDir: string, requiredMb: number): OperatorError {
  return new OperatorError(
    `The disk of the data folder ${dataDir} is full: at least ${requiredMb} MB must be free. Nothing was changed.`,
  );
}

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / MEGABYTE;
}
