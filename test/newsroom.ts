import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { fillDataDir } from './databases.ts';
import { type ServerOptions, startServer } from './server.ts';

/** Of everybody who has an account here. */
export const PASSWORD = 'nine small herons fishing';

export interface NewsroomAccount {
  readonly name: string;
  readonly email: string;
}

export interface NewsroomSite {
  readonly url: string;
  /** Whoever may work in the newsroom. */
  readonly editor: NewsroomAccount;
  /** Has an account and no rights. */
  readonly guest: NewsroomAccount;
  /** Everything the process has printed so far. */
  output(): string;
  /** Makes an account through the front door. */
  signUp(account: NewsroomAccount): Promise<void>;
  /** Whether or not the address is confirmed. */
  grantAdmin(account: NewsroomAccount): Promise<void>;
  /** Path and query of the link the command prints. */
  inviteAdmin(account: Pick<NewsroomAccount, 'email'>): Promise<string>;
  revokeAdmin(account: NewsroomAccount): Promise<void>;
  /** Path and query of the link with this name in the newest mail to this address that has one; waits until it is there. */
  mailedLink(
    account: Pick<NewsroomAccount, 'email'>,
    kind: 'verification' | 'reset' | 'token',
  ): Promise<string>;
  /** A new session, as the server answers it. */
  signIn(account: NewsroomAccount): Promise<Record<string, unknown>>;
  /** Kills the server in whatever it is doing, and starts it again at the same address. */
  crash(): Promise<void>;
  /** Resolves to its exit code; null when it had to be killed. */
  stop(): Promise<number | null>;
}

const CLI = resolve(import.meta.dirname, '../dist/server/cli.js');
const run = promisify(execFile);

/**
 * The built server with an editor and a guest.
 * @param fill puts into the empty database what the journeys are about, before the server starts
 * @param env further settings of the server
 */
export async function startNewsroom(
  fill?: (database: Database) => Promise<void>,
  options: Pick<ServerOptions, 'under' | 'env'> = {},
): Promise<NewsroomSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-newsroom-'));
  await fillDataDir(dataDir);
  if (fill) {
    const database = await openDatabase({ dataDir });
    await fill(database);
    await database.close();
  }
  let server = await startServer({ dataDir, samples: false, ...options });
  const { url } = server;
  const cli = (...words: string[]) =>
    run(process.execPath, [CLI, ...words], { env: { PATH: process.env.PATH, DATA_DIR: dataDir } });

  const site: NewsroomSite = {
    url,
    output: () => server.output(),
    editor: { name: 'Edith Editor', email: 'edith@news.example' },
    guest: { name: 'Gus Guest', email: 'gus@news.example' },
    signUp: async (account) => {
      await post(`${url}/api/accounts`, { ...account, password: PASSWORD });
    },
    grantAdmin: async ({ email }) => void (await cli('grant-admin', email, '--force')),
    async inviteAdmin({ email }) {
      const { stdout } = await cli('grant-admin', email, '--invite');
      const { pathname, search } = new URL(stdout.split('\n', 1)[0] ?? '');
      return pathname + search;
    },
    revokeAdmin: async ({ email }) => void (await cli('revoke-admin', email)),
    signIn: ({ email }) => post(`${url}/api/sessions`, { email, password: PASSWORD }),
    mailedLink: (account, kind) => mailedLink(join(dataDir, 'mail'), account.email, kind),
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
  await site.signUp(site.editor);
  await site.signUp(site.guest);
  await site.grantAdmin(site.editor);
  return site;
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

/** Milliseconds. */
const MAIL_WITHIN = 20_000;

async function mailedLink(folder: string, address: string, kind: string): Promise<string> {
  const link = new RegExp(`http://[^/\\s]+(/[a-z/-]+\\?${kind}=[\\w-]+)`);
  const deadline = Date.now() + MAIL_WITHIN;
  while (Date.now() < deadline) {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    for (const file of files.toSorted().toReversed()) {
      const { to, text } = await PostalMime.parse(readFileSync(join(folder, file)));
      const path = link.exec(text ?? '')?.[1];
      if (path !== undefined && to?.some((entry) => entry.address === address)) return path;
    }
    await delay(100);
  }
  throw new Error(`No mail with a link for ${kind} has come for ${address}`);
}
