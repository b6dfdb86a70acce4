import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type * as subject from './subject.ts';

export type Subject = typeof subject;

const ROOT = join(import.meta.dirname, '..');
/** Inside the repository, so that the dependencies are found. */
const OUTPUT = join(ROOT, 'node_modules/.cache/bench');

/** Bundles the site as the production build does and imports it into this process. */
export async function buildSubject(): Promise<Subject> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'bench/subject.ts',
      outDir: OUTPUT,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'subject.js' } },
    },
  });
  process.env['NODE_ENV'] = 'production';
  const bundled: unknown = await import(pathToFileURL(join(OUTPUT, 'subject.js')).href);
  return bundled as Subject;
}
