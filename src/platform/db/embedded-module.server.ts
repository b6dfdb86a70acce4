import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keepParserUnoptimized } from './embedded-baseline.server.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The WebAssembly module of PGlite, compiled once per process, which halves the start time of a replaced worker and of
 * further databases in tests.
 */
export function embeddedModule(): Promise<WebAssembly.Module> {
  return (compiled ??= compile());
}

async function compile(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  const module = await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
  await keepParserUnoptimized(module);
  return module;
}
