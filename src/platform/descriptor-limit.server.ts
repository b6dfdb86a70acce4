import { readFileSync } from 'node:fs';

/** File descriptors this process may have (`ulimit -n`), Infinity where the system does not tell. */
export function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
