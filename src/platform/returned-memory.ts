import { isMainThread } from 'node:worker_threads';

const VARIABLE = 'MALLOC_TRIM_THRESHOLD_';
/** Bytes: the initial value of glibc, which it raises while a program runs unless the variable is set (mallopt(3)). */
const THRESHOLD = 128 * 1024;

/**
 * Makes the C library return freed memory to the system: what a start and the compilation of WebAssembly need for a moment stays
 * resident otherwise, about 85 MB. glibc reads the variable only when a process starts, so this replaces the process by the
 * same program with the variable, under the same process id. Call it before anything else is loaded. Does nothing if the operator
 * has set the variable, and on other systems.
 */
export function returnFreedMemory(): void {
  const { env, execArgv, argv, argv0, execPath, platform } = process;
  if (platform !== 'linux' || !isMainThread || env[VARIABLE] !== undefined) return;
  // The channel to a parent process would be lost, and is needed if it exists.
  if (process.channel !== undefined || process.execve === undefined) return;
  process.execve(execPath, [argv0, ...execArgv, ...argv.slice(1)], {
    ...(env as Record<string, string>),
    [VARIABLE]: String(THRESHOLD),
  });
}
