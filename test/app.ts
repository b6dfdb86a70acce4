import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Clock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { type Log, silentLog } from '#platform/log.server.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { type App, createApp } from '../src/app.ts';
import { openEmbeddedTestDatabase, openServerTestDatabase, type TestDatabase } from './databases.ts';

export interface TestAppOptions {
  /** Which kind of database; the embedded one unless said otherwise. */
  readonly on?: 'embedded' | 'server';
  /** A database that is open already, instead of an empty one. The app closes it. */
  readonly opened?: TestDatabase;
  /** A folder that stays; otherwise an empty one that vanishes with the app. */
  readonly dataDir?: string;
  /** The sample articles; without them the publication is empty. */
  readonly samples?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** Where pictures may be fetched from; the public internet unless said otherwise. */
  readonly outbound?: OutboundPolicy;
  /** Where it logs to; nowhere unless said otherwise. */
  readonly log?: Log;
}

export interface TestApp {
  /** Asks by path or with a whole request; redirects are answers like any other. */
  fetch(asked: string | Request, init?: RequestInit): Promise<Response>;
  /** The same over a socket; not yet listening. Who opens it closes it. */
  readonly server: App['server'];
  readonly database: Database;
  /** Absolute; vanishes with the app. */
  readonly dataDir: string;
  /** Nothing runs by itself: `runDue` does what is due. */
  readonly jobs: Pick<Jobs, 'runDue'>;
  close(): Promise<void>;
}

/** The address under which the publication believes to be known. */
export const PUBLIC_URL = 'http://127.0.0.1:3000';

/** For describe.each: a whole app on each kind of database. */
export const KINDS = ['embedded', 'server'] as const;

/**
 * For describe.each in a suite about what is above the database (requests, pages, forms): every kind in
 * `npm run test:full`, else one of them, always the same one for the same file.
 * @param file `import.meta.filename` of the suite
 */
export function kindsFor(file: string): readonly (typeof KINDS)[number][] {
  if (process.env['TEST_FULL'] !== undefined) return KINDS;
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return [sum % 2 === 0 ? 'embedded' : 'server'];
}

/** A whole app on a migrated and empty database of its own: request in, response out. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'meridian-app-'));
  const open = options.on === 'server' ? openServerTestDatabase : openEmbeddedTestDatabase;
  const opened = options.opened ?? (await open());
  const { database } = opened;
  const config = readConfig({
    DATA_DIR: dataDir,
    PUBLIC_URL,
    SAMPLE_CONTENT: options.samples === true ? 'on' : 'off',
    ...options.env,
  });
  const app = await createApp({
    config,
    database,
    log: options.log ?? silentLog,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.outbound ? { outbound: options.outbound } : {}),
  });
  return {
    database,
    server: app.server,
    dataDir,
    jobs: app.jobs,
    fetch: (asked, init) =>
      app.fetch(typeof asked === 'string' ? new Request(new URL(asked, PUBLIC_URL), init) : asked),
    async close() {
      await app.close();
      await opened.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
