/**
 * `npm test`: runs lint, types and build in parallel, and the tests as soon as the build has finished: units, requests and
 * browser journeys. The last line is the number of passed and failed tests.
 *
 * `--full` (`npm run test:full`) runs every test: all browser tests, both databases and both widths, Firefox, and endurance
 * tests with all their rounds. `--shard 1/8` runs a part of them; lint and types are in the first.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureProcessorTime } from './test/processor-time.ts';
import { readSummary, type TestSummary } from './test/summary.ts';

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, shard: { type: 'string', default: '1/1' } },
});
const { full: isFull, shard } = values;
if (!/^[1-9]\d?\/[1-9]\d?$/.test(shard)) throw new Error('--shard needs a number and a count, such as 1/8');

/** Of `vitest.config.ts`. */
const PROJECTS = isFull ? ['unit', 'full', 'journeys', 'browser', 'firefox'] : ['unit', 'journeys'];

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
// Every worker loads the same packages.
env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compile-cache');
// The type checker of the linter gives each of its threads a copy of the types: with one it needs two thirds of the time.
env['GOMAXPROCS'] ??= '1';
delete env['TEST_FULL'];
if (isFull) env['TEST_FULL'] = '1';

interface ProcessResult {
  readonly status: number | null;
  /** Standard output and standard error; empty with `stdio: 'inherit'`. */
  readonly output: string;
}

function run(
  program: string,
  args: readonly string[],
  stdio: 'pipe' | 'inherit',
  priority?: number,
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', stdio, stdio] });
    // The processes that it starts inherit the priority.
    if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => void chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output: Buffer.concat(chunks).toString() }));
  });
}

/** Lint, types and build count as one test each. Their output is printed when they have finished. */
async function step(name: string, priority?: number): Promise<TestSummary> {
  const seconds = stopwatch();
  const { status, output } = await run('npm', ['run', '--silent', name], 'pipe', priority);
  process.stdout.write(`\n== ${name}\n${output}`);
  const ok = status === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds: seconds() };
}

async function vitest(): Promise<TestSummary> {
  const seconds = stopwatch();
  const folder = mkdtempSync(join(tmpdir(), 'meridian-test-report-'));
  const report = join(folder, 'report.json');
  process.stdout.write('\n== vitest\n');
  const { status } = await run(
    join(bin, 'vitest'),
    [
      'run',
      ...PROJECTS.map((name) => `--project=${name}`),
      ...(shard === '1/1' ? [] : [`--shard=${shard}`]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    'inherit',
  );
  const summary = readSummary(report, status);
  rmSync(folder, { recursive: true, force: true });
  return { ...summary, seconds: seconds() };
}

function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}

const seconds = stopwatch();
const processorTime = measureProcessorTime();
// The tests need the build; lint and type checks use the time in which build and tests wait.
const { PRIORITY_LOW } = constants.priority;
const checks = shard.startsWith('1/') ? [step('lint', PRIORITY_LOW), step('types', PRIORITY_LOW)] : [];
const build = await step('build');
// Otherwise the tests would use the build before.
const tests = build.failed === 0 ? [await vitest()] : [];
const summaries = [...(await Promise.all(checks)), build, ...tests];
processorTime.stop();

process.stdout.write('\n== summary\n');
for (const { name, passed, failed, skipped, seconds: elapsed } of summaries) {
  const skippedText = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(
    `${name.padEnd(8)} ${passed} passed, ${failed} failed${skippedText} (${elapsed.toFixed(1)} s)\n`,
  );
}
const cpuSeconds = processorTime.seconds();
const cpuText = cpuSeconds === undefined ? '' : `${cpuSeconds.toFixed(0)} CPU seconds, `;
process.stdout.write(`${cpuText}${seconds().toFixed(0)} s\n`);
const passed = summaries.reduce((sum, summary) => sum + summary.passed, 0);
const failed = summaries.reduce((sum, summary) => sum + summary.failed, 0);
process.exitCode = failed > 0 ? 1 : 0;
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
