import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openControl } from '#cli/control.server.ts';
import { closeServer } from '#http/server.server.ts';
import { type Config, readConfig } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { errorText } from '#platform/error-text.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { databasePlace, openDatabase } from '#platform/db/open-database.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { createLog, type Log } from '#platform/log.server.ts';
import { OperatorError } from '#platform/operator-error.ts';

/** The part of the application a process needs to know. */
export interface RunnableApp {
  /** Not yet listening. */
  readonly server: Server;
  /** Not yet started. */
  readonly jobs: Pick<Jobs, 'start' | 'stop'>;
  readonly close: () => Promise<void>;
}
export type CreateApp = (parts: { config: Config; database: Database; log: Log }) => Promise<RunnableApp>;

type Closers = (() => Promise<void>)[];

const FORCED_AFTER_MS = 10_000;
const REQUESTS_MAY_TAKE_MS = 8_000;
const INSISTING_AFTER_MS = 1_000;

/** The whole life of the process: from reading the environment to the last line before it ends. */
export async function runSite(createApp: CreateApp): Promise<void> {
  const stop = stopRequested();
  const closers: Closers = [];
  let code = 0;
  try {
    await start(createApp, closers);
    code = await stop;
  } catch (error) {
    code = 1;
    process.stderr.write(`${explain(error)}\n`);
  }
  // Whatever hangs, a supervisor must not have to kill us: the database would then recover at the next start.
  setTimeout(() => process.exit(1), FORCED_AFTER_MS).unref();
  for (const close of closers.toReversed()) await close();
  process.exit(code);
}

async function start(createApp: CreateApp, closers: Closers): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  process.on('uncaughtExceptionMonitor', (err) =>
    log.fatal({ err }, 'the process ends after an unexpected error'),
  );
  const database = await openDatabase({ ...databasePlace(config), create: true, log });
  closers.push(() => database.close());
  await migrate(database);
  const app = await createApp({ config, database, log });
  closers.push(() => app.close());
  await listen(app.server, config);
  app.jobs.start();
  // Requests and jobs end side by side: one after the other they could take longer than the process may.
  closers.push(async () => {
    await Promise.all([closeServer(app.server, REQUESTS_MAY_TAKE_MS), app.jobs.stop()]);
  });
  // Last: a command may count on the whole site being there. With a server of its own it connects by itself.
  if (database.embedded && process.platform !== 'win32') {
    const control = await openControl({ config, database, log });
    closers.push(() => control.close());
  }
  announce(app.server, config);
}

function listen(server: Server, { host, port }: Config): Promise<void> {
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

function announce(server: Server, { site, host, port, publicUrl, dataDir, databaseUrl }: Config): void {
  const address = server.address() as AddressInfo | null;
  const local = port === 0 ? publicUrl.replace(/:0$/, `:${address?.port}`) : publicUrl;
  const where =
    databaseUrl === undefined ? dataDir : `${dataDir} and in the PostgreSQL server of DATABASE_URL`;
  process.stdout.write(
    [
      `${site.name} is ready at ${local} (listening on ${host}, port ${address?.port}).`,
      `To become admin, run: npm run cli -- grant-admin you@example.com --invite, and open the link it prints.`,
      `The data is in ${where}.`,
      '',
    ].join('\n'),
  );
}

/** Resolves to the exit code once somebody wants the process to end; insisting ends it at once. */
function stopRequested(): Promise<number> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const request = () => {
      const now = performance.now();
      first ??= now;
      // Ctrl-C arrives twice under npm, from the terminal and from npm, and is meant once.
      if (now - first > INSISTING_AFTER_MS) process.exit(1);
      resolve(0);
    };
    process.on('SIGTERM', request);
    process.on('SIGINT', request);
  });
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return `The site cannot start: ${errorText(error)}`;
}
