import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import { startControlServer } from '#cli/control.server.ts';
import { closeServer } from '#http/web-server.server.ts';
import { type Config, readConfig, readConfigForPort } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { errorText } from '#platform/error-text.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databaseLocation, openDatabase } from '#platform/db/open-database.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { createLog, type Log } from '#platform/log.server.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { releaseMemory } from '#platform/release-memory.server.ts';

/** The parts of the application that the process uses. */
export interface RunnableApp {
  /** Not yet listening. */
  readonly server: Server;
  /** Not yet started. */
  readonly jobs: Pick<Jobs, 'start' | 'stop'>;
  /** The name of the publication. */
  readonly siteName: () => string;
  readonly close: () => Promise<void>;
}
export type CreateApp = (deps: { config: Config; database: Database; log: Log }) => Promise<RunnableApp>;

type Closers = (() => Promise<void>)[];

const FORCE_EXIT_AFTER_MS = 10_000;
const REQUEST_DRAIN_MS = 8_000;
const REPEATED_SIGNAL_AFTER_MS = 1_000;

/** Runs the process: reads the environment, starts the site, waits for a signal and shuts down. */
export async function runSite(createApp: CreateApp): Promise<void> {
  const stop = waitForStopSignal();
  const closers: Closers = [];
  let code = 0;
  try {
    await start(createApp, closers);
    code = await stop;
  } catch (error) {
    code = 1;
    process.stderr.write(`${describeStartError(error)}\n`);
  }
  // Exits even if a closer hangs, so that a supervisor need not kill the process.
  setTimeout(() => process.exit(1), FORCE_EXIT_AFTER_MS).unref();
  for (const close of closers.toReversed()) await close();
  process.exit(code);
}

async function start(createApp: CreateApp, closers: Closers): Promise<void> {
  const config = await readConfigWithPort();
  const log = createLog(config.logLevel);
  process.on('uncaughtExceptionMonitor', (err) =>
    log.fatal({ err }, 'the process exits after an uncaught exception'),
  );
  const database = await openDatabase({ ...databaseLocation(config), create: true, log });
  closers.push(() => database.close());
  await migrate(database);
  const app = await createApp({ config, database, log });
  closers.push(() => app.close());
  releaseMemory();
  await listen(app.server, config);
  app.jobs.start();
  // Requests and jobs are stopped concurrently: sequentially they could exceed the time limit.
  closers.push(async () => {
    await Promise.all([closeServer(app.server, REQUEST_DRAIN_MS), app.jobs.stop()]);
  });
  // Last, because commands need the complete site.
  if (acceptsCommands(database)) {
    const control = await startControlServer({ config, database, log });
    closers.push(() => control.close());
  }
  process.stdout.write(readyMessage(config, app.siteName()));
}

/** With `PORT=0`, a free port is chosen before the site is created, because the links of its pages contain the port. */
async function readConfigWithPort(): Promise<Config> {
  const config = readConfig();
  if (config.port !== 0) return config;
  const probe = createServer();
  await listen(probe, config);
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return readConfigForPort(port);
}

/** Whether commands reach the database only through this process, which has locked the data folder. */
export const acceptsCommands = (database: Database) => database.embedded && process.platform !== 'win32';

function listen(server: TcpServer, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = LISTEN_FAILURES[error.code ?? ''] ?? error.message;
      reject(new OperatorError(`Cannot listen on ${host}, port ${port}: ${reason}.`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port. Stop it, or choose another port with PORT',
  EACCES: 'this user may not use this port. Choose one above 1023 with PORT',
  EADDRNOTAVAIL: 'this machine does not have that address. Choose another with HOST',
  ENOTFOUND: 'there is no such host. Choose another with HOST',
};

/** What the operator sees once the site serves. */
export function readyMessage(
  { host, port, publicUrl, dataDir, databaseUrl }: Config,
  siteName: string,
): string {
  const where =
    databaseUrl === undefined ? dataDir : `${dataDir} and in the PostgreSQL server of DATABASE_URL`;
  return [
    `${siteName} is ready at ${publicUrl} (listening on ${host}, port ${port}).`,
    `To become admin, run: npm run cli -- grant-admin you@example.com --invite, and open the link it prints.`,
    `The data is in ${where}.`,
    '',
  ].join('\n');
}

/** Resolves to the exit code on SIGTERM or SIGINT; a repeated signal ends the process immediately. */
function waitForStopSignal(): Promise<number> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const request = () => {
      const now = performance.now();
      first ??= now;
      // Under npm, Ctrl-C is received twice: from the terminal and from npm.
      if (now - first > REPEATED_SIGNAL_AFTER_MS) process.exit(1);
      resolve(0);
    };
    process.on('SIGTERM', request);
    process.on('SIGINT', request);
  });
}

function describeStartError(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return `The site cannot start: ${errorText(error)}`;
}
