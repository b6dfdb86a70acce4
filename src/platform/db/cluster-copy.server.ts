import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const CONTROL_FILE = 'global/pg_control';
const WAL = 'pg_wal';
/** Belongs to the process that has the original open. */
const LOCK_FILE = 'postmaster.pid';

const CHUNK_BYTES = 256 * 1024;
const FLUSHED_BYTES = 4 * 1024 * 1024;
const MOST_ATTEMPTS = 5;

/**
 * Copies the folder of a PostgreSQL cluster that is open and written to, without asking the database anything. Opened,
 * the copy recovers to the moment at which the copying ended, as after a power cut.
 *
 * The rules are those of a base backup (PostgreSQL manual, section 25.3.3): pages may be copied at different times and
 * half written, because the log of changes (WAL) since the last checkpoint holds the first version of each page whole
 * (`full_page_writes`) and everything that was done to it afterwards. So the log is copied last, and there must have been
 * no checkpoint meanwhile: it would have allowed a page to be written that the copied log does not repeat. The control
 * file names the last checkpoint; when it has changed, the copy is made again.
 */
export async function copyCluster(cluster: string, target: string): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    await rm(target, { recursive: true, force: true });
    const control = await readFile(join(cluster, CONTROL_FILE));
    await copyFolder(cluster, target, (path) => path !== WAL && path !== LOCK_FILE);
    await copyFolder(join(cluster, WAL), join(target, WAL));
    const isUnchanged = control.equals(await readFile(join(cluster, CONTROL_FILE)));
    if (isUnchanged && control.equals(await readFile(join(target, CONTROL_FILE)))) return;
  }
  throw new Error(`The database wrote a checkpoint during each of ${MOST_ATTEMPTS} attempts to copy it.`);
}

/** @param isWanted of the entries of the folder itself; below it everything is copied */
async function copyFolder(from: string, to: string, isWanted = (_name: string) => true): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  // By name: the files of the log of changes are older ones first.
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!isWanted(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target).catch(unlessGone);
    else if (entry.isFile()) await copyFile(source, target).catch(unlessGone);
  }
}

/** To its end, wherever that is by then: `fs.copyFile` never returns when the file shrinks meanwhile. */
async function copyFile(from: string, to: string): Promise<void> {
  await using source = await open(from, 'r');
  await using target = await open(to, 'wx', 0o600);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let copied = 0; ; copied += CHUNK_BYTES) {
    const { bytesRead } = await source.read(chunk);
    if (bytesRead === 0) return;
    await target.writeFile(chunk.subarray(0, bytesRead));
    // Otherwise the commits of others would wait until the disk has taken all of the copy.
    if (copied % FLUSHED_BYTES === 0 && copied > 0) await target.datasync();
  }
}

/** A table that was dropped, or a file of the log that is not needed any more. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
