import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPILE_CACHE, WITHOUT_OPTIMIZATION } from './short-lived.ts';

export interface ServerOptions {
  /** Whether to insert the sample articles; on by default. */
  samples?: boolean;
  /** An existing data folder; by default an empty one, deleted when the server stops. */
  dataDir?: string;
  /** By default any free port. */
  port?: number;
  env?: Record<string, string>;
  /** A command that runs the server's command appended to it, in the same process. */
  commandPrefix?: readonly string[];
  /** The program, which may receive messages; by default the server of the build. */
  entry?: string;
  /** Whether V8 optimizes its code as usual; off by default, because most servers of tests run for seconds. */
  optimized?: boolean;
}

export interface RunningServer {
  pid: number;
  /** Sends a message to the process, if it has an `entry` of the test. */
  child: ChildProcess;
  url: string;
  dataDir: string;
  /** Everything the process has printed so far. */
  output(): string;
  /** Resolves to its exit code; null when it had to be killed. */
  stop(): Promise<number | null>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
}

const SERVER_FILE = resolve(import.meta.dirname, '../dist/server/main.js');
const READY_TIMEOUT_MS = 180_000;

/** Those that this process has started and not stopped. */
export const runningServers = new Set<Pick<RunningServer, 'url' | 'output'>>();

/** Starts the built server as its own process, on a free local port. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const entry = options.entry ?? SERVER_FILE;
  if (!existsSync(SERVER_FILE)) throw new Error('dist/server/main.js is missing: run `npm run build` first');
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'meridian-test-'));
  const printed: string[] = [];
  const [program, ...args] = [
    ...(options.commandPrefix ?? []),
    process.execPath,
    ...(options.optimized === true ? [] : WITHOUT_OPTIMIZATION),
    entry,
  ];
  const child = spawn(program, args, {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      ...COMPILE_CACHE,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SAMPLE_CONTENT: options.samples === false ? 'off' : 'on',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(options.entry === undefined ? [] : ['ipc' as const])],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const exited = new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code));
  });
  const output = () => printed.join('');
  const running = { url, output };
  runningServers.add(running);

  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    const code = await exited;
    clearTimeout(killTimer);
    runningServers.delete(running);
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };

  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    runningServers.delete(running);
  };

  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The server did not become ready:\n${output()}`);
    }
    await delay(100);
  }
  return { pid: child.pid ?? 0, child, url, dataDir, output, stop, kill };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    return response.ok;
  } catch {
    return false;
  }
}

/** A port of the loopback interface that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolvePort(address.port) : reject(new Error('no port')),
      );
    });
  });
}
