/**
 * `npm test`: lint, types and build side by side, then the tests. The last line is the verdict. `--full` runs the HTTP
 * suites on both databases instead of one each, and the long endurance tests.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { readVerdict, type Verdict } from './test/verdict.ts';

const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
delete env['TEST_FULL'];
if (process.argv.includes('--full')) env['TEST_FULL'] = '1';

interface Ended {
  readonly status: number | null;
  /** What it printed; empty where that went to the terminal at once. */
  readonly output: string;
}

function run(program: string, args: readonly string[], stdio: 'pipe' | 'inherit'): Promise<Ended> {
  return new Promise((ended, failed) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', stdio, stdio] });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => void printed.push(chunk));
    child.once('error', failed);
    child.once('close', (status) => ended({ status, output: Buffer.concat(printed).toString() }));
  });
}

/** Lint, types and build count as one test each. What they print is shown in one piece. */
async function step(name: string): Promise<Verdict> {
  const seconds = stopwatch();
  const { status, output } = await run('npm', ['run', '--silent', name], 'pipe');
  process.stdout.write(`\n== ${name}\n${output}`);
  const ok = status === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds: seconds() };
}

async function vitest(): Promise<Verdict> {
  const seconds = stopwatch();
  const folder = mkdtempSync(join(tmpdir(), 'meridian-verdict-'));
  const report = join(folder, 'report.json');
  process.stdout.write('\n== vitest\n');
  const { status } = await run(
    join(bin, 'vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    'inherit',
  );
  const verdict = readVerdict(report, status);
  rmSync(folder, { recursive: true, force: true });
  return { ...verdict, seconds: seconds() };
}

function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}

const verdicts = await Promise.all(['lint', 'types', 'build'].map(step));
verdicts.push(await vitest());

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
