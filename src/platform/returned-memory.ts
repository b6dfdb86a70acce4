import { setFlagsFromString } from 'node:v8';

/**
 * Bytes. glibc keeps up to this much freed memory at the end of its heap, and takes larger blocks from the system and returns them
 * at once (mallopt(3)). Without the variables it begins with 128 KB and raises both up to 64 MB while a program runs. 128 KB would
 * make pages 5 % slower, because compressing one takes a block of 256 KB.
 */
const THRESHOLD = String(1024 * 1024);
const VARIABLES = { MALLOC_TRIM_THRESHOLD_: THRESHOLD, MALLOC_MMAP_THRESHOLD_: THRESHOLD };

/**
 * The more memory a machine has, the more garbage V8 leaves before it collects any: with 24 GB, a heap of 240 MB for the 40 that are in
 * use under traffic. Limits the space for new objects to 32 MB (by default 64 and more), and starts a collection when the objects
 * that survived it have grown by half (by default up to fourfold). Neither limits how much the site may use (decision 0081).
 */
const NEW_OBJECTS = '--max-semi-space-size';
const HEAP_OPTIONS = { [NEW_OBJECTS]: 16, '--heap-growing-percent': 50 };

/**
 * Replaces this process by the same program that returns freed memory to the system and collects garbage early, under the same
 * process id: glibc reads its variables, and V8 the size of the space for new objects, only when a process starts. What a start needs
 * for a moment stays resident otherwise, 40 to 85 MB. Call it before anything else is loaded. Does nothing if the operator has set
 * one of the variables, and on other systems.
 */
export function returnFreedMemory(): void {
  const { env, execArgv, argv, argv0, execPath, platform } = process;
  if (platform !== 'linux') return;
  if (Object.keys(VARIABLES).some((name) => env[name] !== undefined)) return keepLimitsOfThreads(execArgv);
  // The channel to a parent process would be lost, and is needed if it exists.
  if (process.channel !== undefined) return;
  process.execve?.(execPath, [argv0, ...heapOptions(), ...execArgv, ...argv.slice(1)], {
    ...(env as Record<string, string>),
    ...VARIABLES,
  });
}

/** In the process that has replaced the first: its option for new objects would override the `resourceLimits` of threads. */
function keepLimitsOfThreads(execArgv: readonly string[]): void {
  if (execArgv.includes(`${NEW_OBJECTS}=${HEAP_OPTIONS[NEW_OBJECTS]}`))
    setFlagsFromString(`${NEW_OBJECTS}=0`);
}

/** Without those that the operator has set: arguments override NODE_OPTIONS. Of two equal arguments, the second one counts. */
function heapOptions(): string[] {
  const options = process.env['NODE_OPTIONS'] ?? '';
  return Object.entries(HEAP_OPTIONS)
    .filter(([name]) => !options.includes(name))
    .map(([name, value]) => `${name}=${value}`);
}
