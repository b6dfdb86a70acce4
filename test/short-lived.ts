import { resolve } from 'node:path';

/** Optimizing JavaScript and WebAssembly takes a third of the processor time of a process that runs for seconds. */
export const WITHOUT_OPTIMIZATION = ['--liftoff-only', '--no-opt'] as const;

/** Starts in a fifth of the processor time of `src/cli/main.ts`, whose types are removed module by module. */
export const BUILT_CLI = resolve(import.meta.dirname, '../dist/server/cli.js');

/**
 * For processes with an environment of their own: without the variable each of them compiles every module again, and
 * removes the types of those in `src/`. `npm test` sets it.
 */
export const COMPILE_CACHE: Readonly<Record<string, string>> =
  process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
