/**
 * Bytes. glibc keeps up to this much freed memory at the end of its heap, and takes larger blocks from the system and returns them
 * at once (mallopt(3)). Without the variables it begins with 128 KB and raises both up to 64 MB while a program runs. 128 KB would
 * make pages 5 % slower, because compressing one takes a block of 256 KB.
 */
const THRESHOLD = String(1024 * 1024);
const VARIABLES = { MALLOC_TRIM_THRESHOLD_: THRESHOLD, MALLOC_MMAP_THRESHOLD_: THRESHOLD };

/**
 * Makes the C library return freed memory to the system: what a start needs for a moment stays resident otherwise, 40 to 85 MB.
 * glibc reads the variables only when a process starts, so this replaces the process by the same program with them, under the
 * same process id. Call it before anything else is loaded. Does nothing if the operator has set one of them, and on other systems.
 */
export function returnFreedMemory(): void {
  const { env, execArgv, argv, argv0, execPath, platform } = process;
  if (platform !== 'linux') return;
  if (Object.keys(VARIABLES).some((name) => env[name] !== undefined)) return;
  // The channel to a parent process would be lost, and is needed if it exists.
  if (process.channel !== undefined) return;
  process.execve?.(execPath, [argv0, ...execArgv, ...argv.slice(1)], {
    ...(env as Record<string, string>),
    ...VARIABLES,
  });
}
