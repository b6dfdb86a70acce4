import { access, constants, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './db/database.ts';
import { within } from './within.ts';

export interface ReadinessOptions {
  readonly database: Pick<Database, 'checkWritable'>;
  readonly dataDir: string;
}

const LIMIT_MS = 2_000;
/** Supervisors and browsers poll: however often they ask, the disk is written to once in this time. */
const REUSED_MS = 1_000;

const PROBE_FILE = 'readiness-check';
const PROBE = Buffer.alloc(4096);

/**
 * Returns the check behind `/readyz`: it rejects unless, within two seconds, a write has become durable both in the
 * database and in the data folder, and that folder is the one the process began with. One check runs at a time and its
 * result is reused for a second. A folder that was read-only from the beginning is only looked for.
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
    // A check that hangs is not started a second time; until it ends, its late answer stands.
    await Promise.allSettled([work, sleep(REUSED_MS, undefined, { ref: false })]);
    current = undefined;
  };
  const start = () => {
    const work = check();
    void forget(work);
    return within(LIMIT_MS, work, `A write took longer than ${LIMIT_MS / 1000} seconds.`);
  };
  return () => (current ??= start());
}

/** The same number for the same folder only, also when another one took its name. */
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
