/** `npm test`: everything, in the order in which a fault is cheapest to find. The last line is the verdict. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { readVerdict, type Verdict } from './test/verdict.ts';

const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

/** Lint, types and build count as one test each. */
function step(name: string): Verdict {
  const seconds = stopwatch();
  process.stdout.write(`\n== ${name}\n`);
  const child = spawnSync('npm', ['run', '--silent', name], { cwd: root, env, stdio: 'inherit' });
  const ok = child.status === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds: seconds() };
}

function vitest(): Verdict {
  const seconds = stopwatch();
  const folder = mkdtempSync(join(tmpdir(), 'meridian-verdict-'));
  const report = join(folder, 'report.json');
  process.stdout.write('\n== vitest\n');
  const child = spawnSync(
    join(bin, 'vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, env, stdio: 'inherit' },
  );
  const verdict = readVerdict(report, child.status);
  rmSync(folder, { recursive: true, force: true });
  return { ...verdict, seconds: seconds() };
}

function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}

const verdicts = [step('lint'), step('types'), step('build'), vitest()];

process.stdout.write('\n== summary\n');
for (const { name, passed, failed, skipped, seconds } of verdicts) {
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(
    `${name.padEnd(8)} ${passed} passed, ${failed} failed${left} (${seconds.toFixed(1)} s)\n`,
  );
}
const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
const failed = verdicts.reduce((sum, verdict) => sum + verdict.failed, 0);
process.exitCode = failed > 0 ? 1 : 0;
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
