import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A server process that the benchmark has started, listening on loopback. */
export interface RunningProcess {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** Kernel clock ticks per second, the unit of CPU times in /proc. */
const TICKS = 100;

/** The path of a program, or null if it is not installed. */
export function findProgram(name: string): string | null {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` },
  });
  return status === 0 ? stdout.trim() : null;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a program and waits until its URL responds with 200. Rejects with the end of its output when it exits before
 * that.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  url: string,
  { path = '/', env = {} }: { readonly path?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<RunningProcess> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output = (output + text.toString()).slice(-2_000);
    });
  }
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started`);
  while (!(await isReady(url + path))) {
    if (child.exitCode !== null) throw new Error(`${program} exited before it was ready:\n${output}`);
    await delay(5);
  }
  return { pid, url, stop: () => stop(child) };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** CPU time of all threads since the process started, in microseconds, with a resolution of 10,000. */
export function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1e6;
}

/** Resident memory in MiB. */
export function residentMemory(pid: number): number {
  return statusField(pid, 'VmRSS');
}

/** Makes `peakMemory` begin again (proc(5), `clear_refs`). */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Peak resident memory since the process started or `resetPeakMemory`, in MiB. */
export function peakMemory(pid: number): number {
  return statusField(pid, 'VmHWM');
}

function statusField(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
