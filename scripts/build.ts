/**
 * `npm run build`: everything in `dist/`. Each step is a process of its own, one after the other, so that the whole fits
 * into the memory that is stated for running the site: `npm start` builds where it runs.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build-state.ts';

/** In this order: the first empties `dist/client`. `build-state.ts` looks for what the last one writes. */
const STEPS = [
  ['build-environment.ts client'],
  ['build-environment.ts newsroom'],
  ['build-environment.ts ssr'],
  ['precompress.ts'],
  // Runs for a second: not worth optimizing, which takes memory.
  ['build-cluster.ts', '--liftoff-only', '--max-old-space-size=64'],
] as const;

for (const [step, ...options] of STEPS) {
  const words = [...options, ...join(import.meta.dirname, step).split(' ')];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
