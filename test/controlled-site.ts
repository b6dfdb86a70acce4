import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { makeAccount, signIn, type SignInSite } from './accounts.ts';
import { allowNewSecrets } from './databases.ts';
import type { NewsroomServer } from './newsroom.ts';
import { createTestDatabase } from './postgres.ts';
import { TEMPLATE } from './postgres-templates.ts';
import { freePort, startServer } from './server.ts';

const ENTRY = join(import.meta.dirname, 'controlled-site-process.ts');

/** What the process of the site is asked to do. */
export type SiteRequest = { readonly id: number } & SiteAction;
type SiteAction =
  | { readonly type: 'run due jobs' }
  | { readonly type: 'set clock'; readonly offsetMs: number };

export interface SiteResponse {
  readonly id: number;
  /** The number of jobs that were run. */
  readonly count?: number;
  readonly error?: string;
}

export interface ControlledSiteOptions {
  /** Of the public URL. Default: `127.0.0.1`. */
  readonly hostname?: string;
  /** Whether to insert the sample articles; off by default. */
  readonly samples?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The only address that pictures may be fetched from. By default the public internet. */
  readonly outboundAddress?: string;
}

export interface ControlledSite extends Pick<NewsroomServer, 'url' | 'editor' | 'signIn'> {
  readonly app: SignInSite & { readonly dataDir: string };
  /** Sets the clock of the site to this many milliseconds after the real time. */
  setClockOffset(offsetMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * The built site in a process of its own, with an editor and a clock that the test moves. Jobs run only when the test runs
 * them. It has a database of the PostgreSQL server of the run, which the test can read and change.
 */
export async function startControlledSite({
  hostname = '127.0.0.1',
  samples = false,
  env = {},
  outboundAddress,
}: ControlledSiteOptions = {}): Promise<ControlledSite> {
  const postgres = inject('postgresUrl');
  if (postgres === undefined) throw new Error('a controlled site needs the PostgreSQL server of the run');
  const databaseUrl = await createTestDatabase(postgres, TEMPLATE);
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-site-'));
  allowNewSecrets(dataDir);
  const port = await freePort();
  const url = `http://${hostname}:${port}`;
  const server = await startServer({
    entry: ENTRY,
    dataDir,
    port,
    samples,
    env: {
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      ...(outboundAddress !== undefined && { CONTROLLED_SITE_OUTBOUND: outboundAddress }),
      ...env,
    },
  });
  const database = await openDatabase({ url: databaseUrl });
  const send = sender(server.child);
  const app: ControlledSite['app'] = {
    database,
    dataDir,
    knowsCheapHashes: true,
    jobs: { runDue: () => send({ type: 'run due jobs' }) },
    fetch: (request, init) =>
      typeof request === 'string'
        ? fetch(new URL(request, server.url), { redirect: 'manual', ...init })
        : fetch(request, { redirect: 'manual' }),
  };
  return {
    app,
    url,
    editor: await makeAccount(app, { role: 'admin' }),
    signIn: async (account) => ({ ...(await signIn(app, account)) }),
    setClockOffset: async (offsetMs) => void (await send({ type: 'set clock', offsetMs })),
    async close() {
      await Promise.allSettled([database.close(), server.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends requests to the process and resolves when it has done what they say. */
function sender(child: Awaited<ReturnType<typeof startServer>>['child']) {
  const waiting = new Map<number, { resolve: (count: number) => void; reject: (error: Error) => void }>();
  let id = 0;
  child.on('message', ({ id: answered, error, count = 0 }: SiteResponse) => {
    const { resolve, reject } = waiting.get(answered) ?? {};
    waiting.delete(answered);
    if (error === undefined) resolve?.(count);
    else reject?.(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the site has ended'));
  });
  return (action: SiteAction) =>
    new Promise<number>((resolve, reject) => {
      waiting.set(++id, { resolve, reject });
      child.send({ id, ...action }, (error) => {
        if (error) reject(error);
      });
    });
}
