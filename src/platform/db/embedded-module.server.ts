import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keepBaseline } from './embedded-baseline.server.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * PostgreSQL as PGlite brings it, compiled once for the process: the thread that takes the place of one that was cut
 * is ready in half the time, and so is every further database of a test.
 */
export function embeddedModule(): Promise<WebAssembly.Module> {
  return (compiled ??= compile());
}

async function compile(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  const module = await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
  await keepBaseline(module);
  return module;
}
