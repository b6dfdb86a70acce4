/**
 * `npm run build`: writes everything in `dist/`. Each step runs in a separate process, one after the other, so that
 * the build needs no more memory than the documented minimum for running the site: `npm start` builds on the same
 * machine.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build-state.ts';

/**
 * The order matters: the first step empties `dist/client`, and `build-state.ts` checks for the output of the last
 * one.
 */
const STEPS = [
  ['build-environment.ts client'],
  ['build-environment.ts newsroom'],
  ['build-environment.ts ssr'],
  ['precompress.ts'],
  // Runs for one second: V8 optimization would only take memory.
  ['build-cluster.ts', '--liftoff-only', '--max-old-space-size=64'],
] as const;

for (const [step, ...options] of STEPS) {
  const args = [...options, ...join(import.meta.dirname, step).split(' ')];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
