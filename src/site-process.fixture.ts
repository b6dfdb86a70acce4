import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { fillDataDir } from '../test/databases.ts';
import { COMPILE_CACHE, WITHOUT_OPTIMIZATION } from '../test/short-lived.ts';

interface Run {
  readonly child: ChildProcess;
  readonly output: { out: string; errors: string };
  readonly ended: Promise<number | null>;
  /** Waits until the site is ready and returns the printed URL. */
  ready(): Promise<string>;
}

interface Ids {
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts sites on one data folder, by default the built ones, and kills those that a test leaves running. */
export function useSiteProcesses() {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-process-'));
  const dataDir = join(folder, 'data');
  const running = new Set<ChildProcess>();
  beforeAll(() => fillDataDir(dataDir));
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function start(env: Record<string, string>, as: Ids = {}, script = 'dist/server/main.js'): Run {
    const child = spawn(process.execPath, [...WITHOUT_OPTIMIZATION, join(packageRoot, script)], {
      ...as,
      env: { PORT: '0', DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', ...COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const output = { out: '', errors: '' };
    child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output.errors += text.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    const ready = async () => {
      for (;;) {
        const address = /ready at (http:\S+)/.exec(output.out)?.[1];
        if (address !== undefined && output.out.includes('The data is in')) return address;
        if (child.exitCode !== null) throw new Error(`it ended: ${output.errors}`);
        await sleep(20);
      }
    };
    return { child, output, ended, ready };
  }

  /** Starts a process that fails, and returns its error message, which must be one line. */
  async function failure(env: Record<string, string>, as?: Ids): Promise<string> {
    const run = start(env, as);
    expect(await run.ended).toBe(1);
    expect(run.output.out).not.toContain('ready');
    expect(run.output.errors).not.toMatch(/^\s+at /m);
    expect(run.output.errors).toMatch(/^[^\n]+\n$/);
    return run.output.errors;
  }

  /** A site whose requests take as long as their parameter `wait` says. */
  const startWaitingSite = () => start({}, {}, 'src/run-site.fixture.ts');

  return { folder, dataDir, start, startWaitingSite, failure };
}
