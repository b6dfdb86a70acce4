import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Longer addresses of a socket do not fit into the kernel's structure (108 bytes on Linux, 104 on macOS). */
const LONGEST = 103;

/**
 * Where the running site hears commands: `control.sock` in the data folder. Of a folder whose path is too long for a
 * socket, a short temporary one that only its owner can enter, named in the file `control.path`.
 */
export function placeSocket(dataDir: string): { path: string; remove: () => void } {
  const path = join(dataDir, 'control.sock');
  const pointer = join(dataDir, 'control.path');
  rmSync(pointer, { force: true });
  if (Buffer.byteLength(path) <= LONGEST) {
    // Left by a process that was killed. The lock of the database has shown that it is gone.
    rmSync(path, { force: true });
    return { path, remove: () => rmSync(path, { force: true }) };
  }
  const folder = mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : '/tmp', 'meridian-'));
  const short = join(folder, 'control.sock');
  writeFileSync(pointer, short, { mode: 0o600 });
  const remove = () => {
    rmSync(pointer, { force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  return { path: short, remove };
}

export function findSocket(dataDir: string): string {
  const pointer = join(dataDir, 'control.path');
  const path = existsSync(pointer) ? readFileSync(pointer, 'utf8') : '';
  return path !== '' && existsSync(dirname(path)) ? path : join(dataDir, 'control.sock');
}
