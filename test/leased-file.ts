import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A program that takes a write lease on a file (fcntl, F_SETLEASE) and ignores the request to release it. */
const LEASE_PROGRAM = `
import fcntl, os, signal, sys
signal.signal(signal.SIGIO, signal.SIG_IGN)
file = os.open(sys.argv[1], os.O_RDWR)
fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print("held", flush=True)
sys.stdin.read()
`;

export const canLease =
  process.platform === 'linux' && spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Makes every attempt to open this file block in the kernel, like a hanging disk, until the returned function is called;
 * at most 45 seconds, then Linux breaks the lease.
 */
export async function leaseFile(path: string): Promise<() => Promise<void>> {
  const holder = spawn('python3', ['-c', LEASE_PROGRAM, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return async () => {
    holder.stdin.end();
    await once(holder, 'exit');
  };
}
