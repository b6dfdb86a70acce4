import { access, constants, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './db/database.ts';
import { withDeadline } from './deadline.ts';

export interface ReadinessOptions {
  readonly database: Pick<Database, 'checkWritable'>;
  readonly dataDir: string;
}

const LIMIT_MS = 2_000;
/** Milliseconds for which a result is reused, so that frequent polling does not cause more disk writes. */
const REUSED_MS = 1_000;

const PROBE_FILE = 'readiness-check';
const PROBE = Buffer.alloc(4096);

/**
 * Returns the check for `/readyz`. It rejects unless, within two seconds, a write has become durable in the database
 * and in the data folder, and the folder is the same as at the start. One check runs at a time and its result is reused
 * for a second. If the folder was not writable at the start, the check only verifies that it exists.
 */
export async function createReadinessCheck({
  database,
  dataDir,
}: ReadinessOptions): Promise<() => Promise<void>> {
  const first = await identify(dataDir);
  const isWritten = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  const check = async () => {
    if ((await identify(dataDir)) !== first) throw new Error('The data folder was replaced.');
    if (isWritten) await writeProbe(dataDir);
    await database.checkWritable();
  };
  let current: Promise<void> | undefined;
  const forget = async (work: Promise<void>) => {
    // No second check is started while one hangs; until it settles, its timeout error is returned.
    await Promise.allSettled([work, sleep(REUSED_MS, undefined, { ref: false })]);
    current = undefined;
  };
  const start = () => {
    const work = check();
    void forget(work);
    return withDeadline(LIMIT_MS, () => work);
  };
  return () => (current ??= start());
}

/** Identifies the folder itself, so that a different folder with the same path is detected. */
async function identify(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `${dev}:${ino}`;
}

async function writeProbe(folder: string): Promise<void> {
  const path = join(folder, PROBE_FILE);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(PROBE);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
