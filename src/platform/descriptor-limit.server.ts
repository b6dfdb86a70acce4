import { readFileSync } from 'node:fs';

/** The limit of open file descriptors of this process (`ulimit -n`); Infinity when it cannot be read. */
export function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
