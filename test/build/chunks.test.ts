import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../dist/server');
/** Those that start something as soon as they are loaded. They import chunks and entries only. */
const PROGRAMS = ['main.js', 'cli.js', 'decoder-process.js', 'embedded-worker.js'];
/** Packages that a library uses if they are installed. */
const OPTIONAL_PACKAGES = new Set(['@opentelemetry/api', 'pg-native']);
const AT_A_TIME = 3;
/** The code of a worker thread. */
const LOAD = `import(require('node:worker_threads').workerData).then(() => process.exit(0))`;

const FILES = globSync(['*.js', 'chunks/*.js'], { cwd: FOLDER }).toSorted();
const LOADED = FILES.filter((file) => !PROGRAMS.includes(file));

describe('the bundle of the server', () => {
  test('is complete', () => {
    expect(FILES).toEqual(expect.arrayContaining(['app.js', 'run-site.js', 'html-worker.js', ...PROGRAMS]));
    expect(LOADED.length).toBeGreaterThan(20);
  });

  // In a realm of its own each, in which no other file has installed a polyfill.
  test('has no file that throws when it is loaded', async () => {
    const problems: string[] = [];
    const waiting = [...LOADED];
    const loadNext = async (): Promise<void> => {
      const file = waiting.shift();
      if (file === undefined) return;
      const problem = await load(file);
      if (problem !== null) problems.push(`${file}: ${problem}`);
      await loadNext();
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, loadNext));
    expect(problems).toEqual([]);
  });

  test('imports only what exists', () => {
    const problems = FILES.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => !canBeImported(file, specifier))
        .map((specifier) => `${file}: ${specifier}`),
    );
    expect(problems).toEqual([]);
  });
});

/** Loads a file in a worker thread. Returns why that failed, or null. */
function load(file: string): Promise<string | null> {
  const workerData = pathToFileURL(join(FOLDER, file)).href;
  const worker = new Worker(LOAD, { eval: true, workerData, stdout: true, stderr: true });
  return new Promise((done) => {
    worker.once('error', (error: unknown) => done(String(error)));
    worker.once('exit', (code) => done(code === 0 ? null : `the worker ended with ${code}`));
  });
}

/** What a file imports dynamically, and what its CommonJS modules require. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(FOLDER, file), 'utf8');
  const imports = code.matchAll(/\b(?:import|__require)\(\s*(["'`])(?<specifier>[^"'`$]+)\1\s*\)/g);
  return [...imports].map(({ groups }) => groups?.['specifier'] ?? '');
}

/** Whether it is a file that was loaded, or a module of Node or of an installed package. */
function canBeImported(file: string, specifier: string): boolean {
  const path = join(FOLDER, file);
  if (specifier.startsWith('.')) return LOADED.includes(relative(FOLDER, resolve(path, '..', specifier)));
  if (OPTIONAL_PACKAGES.has(specifier)) return true;
  try {
    createRequire(path).resolve(specifier);
    return true;
  } catch {
    return false;
  }
}
