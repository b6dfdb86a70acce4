import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface ServerOptions {
  /** The dozen sample articles; on unless said otherwise. */
  samples?: boolean;
  /** A data folder that is already filled; otherwise an empty one that vanishes with the server. */
  dataDir?: string;
  /** Any free one unless said otherwise. */
  port?: number;
  env?: Record<string, string>;
  /** A command that runs the server's command after it, in the same process. */
  under?: readonly string[];
}

export interface RunningServer {
  pid: number;
  url: string;
  dataDir: string;
  /** Everything the process has printed so far. */
  output(): string;
  /** Resolves to its exit code; null when it had to be killed. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

const BUILT = resolve(import.meta.dirname, '../dist/server/main.js');
const READY_WITHIN_MS = 180_000;

/** The built server as its own process, on a free port of this machine. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  if (!existsSync(BUILT)) throw new Error('dist/server/main.js is missing: run `npm run build` first');
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'meridian-test-'));
  const printed: string[] = [];
  const [program, ...words] = [...(options.under ?? []), process.execPath, BUILT];
  const child = spawn(program, words, {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SAMPLE_CONTENT: options.samples === false ? 'off' : 'on',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const exited = new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code));
  });

  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const overdue = setTimeout(() => child.kill('SIGKILL'), 15_000);
    const code = await exited;
    clearTimeout(overdue);
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };

  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };

  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The server did not become ready:\n${printed.join('')}`);
    }
    await delay(100);
  }
  return { pid: child.pid ?? 0, url, dataDir, output: () => printed.join(''), stop, kill };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`);
    return answer.ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? found(address.port) : failed(new Error('no port')),
      );
    });
  });
}
