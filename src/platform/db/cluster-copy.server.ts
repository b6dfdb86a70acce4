import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const CONTROL_FILE = 'global/pg_control';
const WAL = 'pg_wal';
/** Belongs to the process that has the original cluster open. */
const LOCK_FILE = 'postmaster.pid';

const CHUNK_BYTES = 256 * 1024;
const FLUSH_INTERVAL_BYTES = 4 * 1024 * 1024;
const MAX_ATTEMPTS = 5;

/**
 * Copies the folder of a PostgreSQL cluster that is open and being written to, without queries. When the copy is
 * opened, it recovers to the moment at which the copying ended, as after a power failure.
 *
 * This follows the rules of a base backup (PostgreSQL manual, section 25.3.3): pages may be copied at different times
 * and partially written, because the WAL since the last checkpoint contains a full image of each changed page
 * (`full_page_writes`) and all later changes to it. So the WAL is copied last, and there must be no checkpoint during
 * the copy: after it, pages could be written whose changes are not in the copied WAL. The control file names the last
 * checkpoint; when it has changed, the copy is repeated.
 */
export async function copyCluster(cluster: string, target: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await rm(target, { recursive: true, force: true });
    const control = await readFile(join(cluster, CONTROL_FILE));
    await copyFolder(cluster, target, (path) => path !== WAL && path !== LOCK_FILE);
    await copyFolder(join(cluster, WAL), join(target, WAL));
    const isUnchanged = control.equals(await readFile(join(cluster, CONTROL_FILE)));
    if (isUnchanged && control.equals(await readFile(join(target, CONTROL_FILE)))) return;
  }
  throw new Error(`The database wrote a checkpoint during each of ${MAX_ATTEMPTS} attempts to copy it.`);
}

/** @param isWanted filters the entries of the folder itself; subfolders are copied completely */
async function copyFolder(from: string, to: string, isWanted = (_name: string) => true): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  // Sorted by name, so that older WAL files come first.
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!isWanted(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target).catch(ignoreMissing);
    else if (entry.isFile()) await copyFile(source, target).catch(ignoreMissing);
  }
}

/** Copies up to the current end of the file: `fs.copyFile` never returns when the file shrinks during the copy. */
async function copyFile(from: string, to: string): Promise<void> {
  await using source = await open(from, 'r');
  await using target = await open(to, 'wx', 0o600);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let copied = 0; ; copied += CHUNK_BYTES) {
    const { bytesRead } = await source.read(chunk);
    if (bytesRead === 0) return;
    await target.writeFile(chunk.subarray(0, bytesRead));
    // Flushed in steps; otherwise commits would wait until the disk has written the whole copy.
    if (copied % FLUSH_INTERVAL_BYTES === 0 && copied > 0) await target.datasync();
  }
}

/** Ignores a file that was deleted during the copy: of a dropped table, or a recycled WAL file. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
