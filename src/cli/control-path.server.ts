import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Maximum length of a Unix socket path in bytes. `sun_path` has 108 bytes on Linux and 104 on macOS, with the final NUL. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Prepares the path of the control socket: `control.sock` in the data folder. If that path is too long for a socket, uses
 * a temporary folder that only the owner can access, and writes the path to the file `control.path` in the data folder.
 */
export function prepareSocketPath(dataDir: string): { path: string; remove: () => void } {
  const path = join(dataDir, 'control.sock');
  const pointer = join(dataDir, 'control.path');
  rmSync(pointer, { force: true });
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) {
    // A killed process may have left it. The caller holds the database lock, so no other process uses it.
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

export function findSocketPath(dataDir: string): string {
  const pointer = join(dataDir, 'control.path');
  const path = existsSync(pointer) ? readFileSync(pointer, 'utf8') : '';
  return path !== '' && existsSync(dirname(path)) ? path : join(dataDir, 'control.sock');
}
