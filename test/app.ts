import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PasswordHasher } from '#domain/accounts/password-hashing.server.ts';
import type { Clock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { type Log, silentLog } from '#platform/log.server.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { type App, createApp } from '../src/app.ts';
import { openEmbeddedTestDatabase, openServerTestDatabase, type TestDatabase } from './databases.ts';
import { testHasher } from './password-hashing.ts';

export interface TestAppOptions {
  /** The kind of database; embedded by default. */
  readonly databaseKind?: 'embedded' | 'server';
  /** An open database to use instead of an empty one. The app closes it. */
  readonly testDatabase?: TestDatabase;
  /** A data folder that is kept; by default an empty one, deleted when the app closes. */
  readonly dataDir?: string;
  /** Whether to insert the sample articles; off by default. */
  readonly samples?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** Where pictures may be fetched from; by default the public internet. */
  readonly outbound?: OutboundPolicy;
  /** By default nothing is logged. */
  readonly log?: Log;
  /** By default scrypt, except for accounts that tests insert. */
  readonly hashing?: PasswordHasher;
}

export interface TestApp {
  /** Takes a path or a whole request. Redirects are not followed. */
  fetch(request: string | Request, init?: RequestInit): Promise<Response>;
  /** The HTTP server of the app; not listening yet. A test that starts it closes it. */
  readonly server: App['server'];
  readonly database: Database;
  /** Absolute path. */
  readonly dataDir: string;
  /** Jobs do not run on their own: `runDue` runs those that are due. */
  readonly jobs: Pick<Jobs, 'runDue' | 'start'>;
  readonly routes: App['routes'];
  /** Whether `makeAccount` may store a password that only the hasher of test apps verifies. */
  readonly knowsCheapHashes?: boolean;
  close(): Promise<void>;
}

export { DATABASE_KINDS, databaseKindsFor } from './full.ts';

/** The `PUBLIC_URL` setting of every test app. */
export const PUBLIC_URL = 'http://127.0.0.1:3000';

/** A complete app on its own migrated and empty database: request in, response out. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'meridian-app-'));
  const open = options.databaseKind === 'server' ? openServerTestDatabase : openEmbeddedTestDatabase;
  const testDatabase = options.testDatabase ?? (await open());
  const { database } = testDatabase;
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
    hashing: options.hashing ?? testHasher,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.outbound ? { outbound: options.outbound } : {}),
  });
  return {
    database,
    server: app.server,
    dataDir,
    jobs: app.jobs,
    routes: app.routes,
    knowsCheapHashes: true,
    fetch: (request, init) =>
      app.fetch(typeof request === 'string' ? new Request(new URL(request, PUBLIC_URL), init) : request),
    async close() {
      await app.close();
      await testDatabase.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
