import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hashPassword } from 'better-auth/crypto';
import PostalMime from 'postal-mime';
import { account as accounts, user, userRoles } from '#domain/accounts/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { fillDataDir } from './databases.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';
import { COMPILE_CACHE, WITHOUT_OPTIMIZATION } from './short-lived.ts';

/** The password of every account created here. */
export const PASSWORD = 'nine small herons fishing';

export interface NewsroomAccount {
  readonly name: string;
  readonly email: string;
}

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

const CLI = resolve(import.meta.dirname, '../dist/server/cli.js');
const run = promisify(execFile);
const EDITOR: NewsroomAccount = { name: 'Edith Editor', email: 'edith@news.example' };
const GUEST: NewsroomAccount = { name: 'Gus Guest', email: 'gus@news.example' };

/** Inserts both accounts, as after signing up, and the role of the editor. */
async function insertAccounts({ db }: Database): Promise<void> {
  const password = await hashPassword(PASSWORD);
  for (const person of [EDITOR, GUEST]) {
    const id = uuidv7();
    await db.insert(user).values({ id, ...person, emailVerified: false });
    await db.insert(accounts).values({ userId: id, accountId: id, providerId: 'credential', password });
    if (person === EDITOR) await db.insert(userRoles).values({ userId: id, role: 'admin' });
  }
}

/** Starts the built server on an empty database that is already migrated, which takes five seconds less. */
export async function startEmptySite(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-site-'));
  await fillDataDir(dataDir);
  const server = await startServer({ dataDir, samples: false, env });
  const stop = async () => {
    const code = await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return { ...server, stop };
}

/**
 * Starts the built server with an editor and a guest account.
 * @param seed inserts the data a test needs into the database, before the server starts
 * @param options.env further settings of the server
 */
export async function startNewsroom(
  seed?: (database: Database) => Promise<void>,
  options: Pick<ServerOptions, 'commandPrefix' | 'env'> = {},
): Promise<NewsroomServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-newsroom-'));
  await fillDataDir(dataDir, { name: 'accounts', insert: insertAccounts });
  if (seed) {
    const database = await openDatabase({ dataDir });
    await seed(database);
    await database.close();
  }
  let server = await startServer({ dataDir, samples: false, ...options });
  const { url } = server;
  const cli = (...args: string[]) => runCommand(dataDir, ...args);

  return {
    url,
    output: () => server.output(),
    editor: EDITOR,
    guest: GUEST,
    signUp: async (account) => {
      await post(`${url}/api/accounts`, { ...account, password: PASSWORD });
    },
    grantAdmin: async ({ email }) => void (await cli('grant-admin', email, '--force')),
    inviteAdmin: ({ email }) => inviteAdmin(dataDir, email),
    revokeAdmin: async ({ email }) => void (await cli('revoke-admin', email)),
    signIn: ({ email }) => post(`${url}/api/sessions`, { email, password: PASSWORD }),
    mailedLink: (account, kind) => mailedLink(dataDir, account.email, kind),
    async crash() {
      await server.kill();
      server = await startServer({ dataDir, samples: false, port: Number(new URL(url).port), ...options });
    },
    async stop() {
      const code = await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

function runCommand(dataDir: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...COMPILE_CACHE };
  return run(process.execPath, [...WITHOUT_OPTIMIZATION, CLI, ...args], { env });
}

/** Path and query of the link that `grant-admin --invite` prints. */
export async function inviteAdmin(dataDir: string, email: string): Promise<string> {
  const { stdout } = await runCommand(dataDir, 'grant-admin', email, '--invite');
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
  const link = new RegExp(`http://[^/\\s]+(/[a-z/-]+\\?${kind}=[\\w-]+)`);
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
