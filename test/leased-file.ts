import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Holds a write lease on a file (fcntl, F_SETLEASE) and does not give it up when asked to. */
const HOLD = `
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
 * Makes every attempt to open this file wait in the kernel, as a disk does that hangs, until the returned function is
 * called; 45 seconds at most, then Linux breaks the lease.
 */
export async function leaseFile(path: string): Promise<() => Promise<void>> {
  const holder = spawn('python3', ['-c', HOLD, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return async () => {
    holder.stdin.end();
    await once(holder, 'exit');
  };
}
