import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';
import { inject } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { allowNewSecrets, fillDataDir } from './databases.ts';
import { type DatabaseKind, isFull } from './full.ts';
import {
  EDITOR,
  GUEST,
  insertAccounts,
  NEWSROOM_TEMPLATE,
  type NewsroomAccount,
  PASSWORD,
} from './newsroom-accounts.ts';
import { createTestDatabase } from './postgres.ts';
import { type ServerOptions, startServer } from './server.ts';
import { BUILT_CLI, COMPILE_CACHE, WITHOUT_OPTIMIZATION } from './short-lived.ts';

export { type NewsroomAccount, PASSWORD };

export interface NewsroomServer {
  readonly url: string;
  /** An account with the admin role. */
  readonly editor: NewsroomAccount;
  /** An account without a role. */
  readonly guest: NewsroomAccount;
  /** Everything the process has printed so far. */
  output(): string;
  /** Creates an account through the API. */
  signUp(account: NewsroomAccount): Promise<void>;
  /** Grants the role even if the address is not confirmed. */
  grantAdmin(account: NewsroomAccount): Promise<void>;
  /** Path and query of the link the command prints. */
  inviteAdmin(account: Pick<NewsroomAccount, 'email'>): Promise<string>;
  revokeAdmin(account: NewsroomAccount): Promise<void>;
  /** Waits for an email to this address with a link of this kind. Returns path and query of the link in the newest one. */
  mailedLink(
    account: Pick<NewsroomAccount, 'email'>,
    kind: 'verification' | 'reset' | 'token',
  ): Promise<string>;
  /** Creates a session and returns the server's response. */
  signIn(account: NewsroomAccount): Promise<Record<string, unknown>>;
  /** Kills the server with SIGKILL and starts it again at the same address. */
  crash(): Promise<void>;
  /** Resolves to its exit code; null when it had to be killed. */
  stop(): Promise<number | null>;
}

const run = promisify(execFile);

export interface NewsroomOptions extends Pick<ServerOptions, 'commandPrefix' | 'env'> {
  /**
   * Default: a PostgreSQL server, on which a site starts and answers in half of the processor time; the embedded one with
   * `npm run test:full`, and in a project that has no server.
   */
  readonly databaseKind?: DatabaseKind;
}

/**
 * Starts the built server with an editor and a guest account.
 * @param seed inserts the data a test needs into the database, before the server starts
 * @param options.env further settings of the server
 */
export async function startNewsroom(
  seed?: (database: Database) => Promise<void>,
  { databaseKind = isFull ? 'embedded' : 'server', ...options }: NewsroomOptions = {},
): Promise<NewsroomServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-newsroom-'));
  const postgres = databaseKind === 'server' ? inject('postgresUrl') : undefined;
  const databaseEnv: Record<string, string> = {};
  if (postgres === undefined) await fillDataDir(dataDir, { name: 'accounts', insert: insertAccounts });
  else {
    databaseEnv['DATABASE_URL'] = await createTestDatabase(postgres, NEWSROOM_TEMPLATE);
    allowNewSecrets(dataDir);
  }
  if (seed) {
    const url = databaseEnv['DATABASE_URL'];
    const database = await openDatabase(url === undefined ? { dataDir } : { url });
    await seed(database);
    await database.close();
  }
  const env = { ...databaseEnv, ...options.env };
  let server = await startServer({ dataDir, samples: false, ...options, env });
  const { url } = server;
  const cli = (...args: string[]) => runCommand({ DATA_DIR: dataDir, ...databaseEnv }, ...args);

  return {
    url,
    output: () => server.output(),
    editor: EDITOR,
    guest: GUEST,
    signUp: async (account) => {
      await post(`${url}/api/accounts`, { ...account, password: PASSWORD });
    },
    grantAdmin: async ({ email }) => void (await cli('grant-admin', email, '--force')),
    inviteAdmin: ({ email }) => invitationLink(cli, email),
    revokeAdmin: async ({ email }) => void (await cli('revoke-admin', email)),
    signIn: ({ email }) => post(`${url}/api/sessions`, { email, password: PASSWORD }),
    mailedLink: (account, kind) => mailedLink(dataDir, account.email, kind),
    async crash() {
      await server.kill();
      const port = Number(new URL(url).port);
      server = await startServer({ dataDir, samples: false, port, ...options, env });
    },
    async stop() {
      const code = await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

function runCommand(settings: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { PATH: process.env.PATH, ...COMPILE_CACHE, ...settings };
  return run(process.execPath, [...WITHOUT_OPTIMIZATION, BUILT_CLI, ...args], { env });
}

/** Path and query of the link that `grant-admin --invite` prints, for a site with an embedded database. */
export function inviteAdmin(dataDir: string, email: string): Promise<string> {
  return invitationLink((...args) => runCommand({ DATA_DIR: dataDir }, ...args), email);
}

async function invitationLink(
  cli: (...args: string[]) => Promise<{ stdout: string }>,
  email: string,
): Promise<string> {
  const { stdout } = await cli('grant-admin', email, '--invite');
  const { pathname, search } = new URL(stdout.split('\n', 1)[0] ?? '');
  return pathname + search;
}

async function post(url: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

const MAIL_TIMEOUT_MS = 20_000;

/** Waits for an email to this address, in a site that writes its emails to the data folder. */
export async function mailedLink(dataDir: string, address: string, kind: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  const link = new RegExp(`http://[^/\\s]+(/[a-z/-]+\\?${kind}=[\\w.-]+)`);
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    for (const file of files.toSorted().toReversed()) {
      const { to, text } = await PostalMime.parse(readFileSync(join(folder, file)));
      const path = link.exec(text ?? '')?.[1];
      if (path !== undefined && to?.some((entry) => entry.address === address)) return path;
    }
    await delay(100);
  }
  throw new Error(`No email with a ${kind} link has arrived for ${address}`);
}
