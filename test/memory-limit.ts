import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface MemoryLimit {
  /** A command that runs the command appended to it in its own process, under the limit. */
  readonly command: readonly string[];
  /** Call this when that process has ended. Waits for the processes that it started, and rejects if they do not end. */
  remove(): Promise<void>;
}

/** The decoder process ends when its connection to the server has ended. */
const END_TIMEOUT_MS = 10_000;
const POLL_MS = 50;
const MEGABYTE = 1024 * 1024;
const ROOT = '/sys/fs/cgroup';

/**
 * Creates a memory cgroup of this size without swap, like a container with a limit: the kernel kills a process that
 * exceeds it. Returns undefined where none can be created: not on Linux, without root, or in a container without permission.
 */
export function limitMemory(megabytes: number): MemoryLimit | undefined {
  const bytes = String(megabytes * MEGABYTE);
  const name = `meridian-${process.pid}-${Date.now()}`;
  try {
    return existsSync(join(ROOT, 'memory/memory.limit_in_bytes'))
      ? create(join(ROOT, 'memory', name), { limit_in_bytes: bytes, 'memsw.limit_in_bytes': bytes })
      : createUnified(name, { max: bytes, 'swap.max': '0' });
  } catch {
    return undefined;
  }
}

function createUnified(name: string, limits: Readonly<Record<string, string>>): MemoryLimit | undefined {
  const isDelegated = readFileSync(join(ROOT, 'cgroup.subtree_control'), 'utf8')
    .split(/\s/)
    .includes('memory');
  return isDelegated ? create(join(ROOT, name), limits) : undefined;
}

function create(folder: string, limits: Readonly<Record<string, string>>): MemoryLimit {
  mkdirSync(folder);
  for (const [name, value] of Object.entries(limits)) {
    const file = join(folder, `memory.${name}`);
    // A kernel without swap accounting has no file for it.
    if (existsSync(file)) writeFileSync(file, value);
  }
  return {
    command: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs')],
    remove: () => removeEmpty(folder),
  };
}

async function removeEmpty(folder: string): Promise<void> {
  for (let waited = 0; waited < END_TIMEOUT_MS; waited += POLL_MS) {
    if (readFileSync(join(folder, 'cgroup.procs'), 'utf8') === '') break;
    await delay(POLL_MS);
  }
  rmdirSync(folder);
}
