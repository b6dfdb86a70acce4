import { DatabaseSync } from 'node:sqlite';
import { errorText } from '#platform/error-text.ts';
import { OperatorError } from '#platform/operator-error.ts';

const SQLITE_BUSY = 5;

/**
 * Locks a folder for this process; the returned function releases the lock. PGlite allows two processes to open, and
 * thereby corrupt, one database. SQLite is used only for its file lock: the kernel releases it when the process ends,
 * even after kill -9. A PID file would then be wrong (in a container the PID is the same at each start).
 */
export function lockFolder(path: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(`${path}.lock`, { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock?.close();
    throw isBusy(error) ? new FolderInUseError(path, { cause: error }) : unusable(`${path}.lock`, error);
  }
  return () => {
    lock.exec('rollback');
    lock.close();
  };
}

export class FolderInUseError extends OperatorError {
  constructor(path: string, options: ErrorOptions) {
    super(
      `The data folder is in use: another process has the database ${path} open. Stop that process first, or give ` +
        'this one another folder with DATA_DIR.',
      options,
    );
  }
}

function unusable(file: string, cause: unknown): OperatorError {
  return new OperatorError(
    `The lock file ${file} cannot be used: ${errorText(cause)}. It holds no data. Make sure that no process of the site ` +
      'runs and that this user may write to the folder, delete the file, and start again.',
    { cause },
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
