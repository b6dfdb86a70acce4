import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { embeddedDatabase, openDatabase } from '#platform/db/open-database.server.ts';
import type { Database } from '#platform/db/database.ts';
import { embeddedPool, openEmbedded } from '#platform/db/embedded.server.ts';
import { migrate, migrationsFolder } from '#platform/db/migrate.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import { acquireHost } from './embedded-host-pool.ts';
import { databaseKindsFor } from './full.ts';
import { createTestDatabase, startPostgres } from './postgres.ts';
import { TEMPLATE } from './postgres-templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | undefined;
  }
}

export interface TestDatabase {
  readonly database: Database;
  /** For a second process or a second pool. Undefined for the embedded database, which is in memory. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

/** For describe.each: the same tests on the embedded database and on a server. Each database opens migrated and empty. */
export const databases = [
  { name: 'embedded', open: openEmbeddedTestDatabase },
  { name: 'server', open: openServerTestDatabase },
] as const;

/** The same for suites above the database layer: one of them, both with `npm run test:full`. */
export const databasesFor = (file: string) =>
  databases.filter(({ name }) => databaseKindsFor(file).includes(name));

export async function openEmbeddedTestDatabase(): Promise<TestDatabase> {
  const lent = await acquireHost(await embeddedTemplate());
  const { host } = lent;
  const pool = embeddedPool(host, silentLog);
  let ended: Promise<void> | undefined;
  const end = async () => {
    await pool.end();
    lent.release();
  };
  const close = () => (ended ??= end());
  const embedded = { pool, host, copyTo: undefined, checkFolder: () => Promise.resolve(), close };
  return { database: embeddedDatabase(embedded, silentLog), url: undefined, close };
}

export async function openServerTestDatabase(): Promise<TestDatabase> {
  const shared = inject('postgresUrl');
  // Without the global setup (a single file run by hand) the test starts its own server.
  const own = shared === undefined ? await startPostgres() : undefined;
  const serverUrl = shared ?? own?.url ?? '';
  const url = await createTestDatabase(serverUrl, shared === undefined ? undefined : TEMPLATE);
  const database = await openDatabase({ url });
  await migrate(database);
  const close = async () => {
    await database.close();
    await own?.stop();
  };
  return { database, url, close };
}

/** A dump of the migrated embedded database, as a file: opening a copy takes 0.3 s, migrating one 4 s. */
export function embeddedTemplate(): Promise<string> {
  return cached(`template-small-${fingerprint()}.tar`, async (path) => {
    const embedded = await openEmbedded({ log: silentLog });
    const database = embeddedDatabase(embedded, silentLog);
    await migrate(database);
    // The template databases are two thirds of the files, and no test reads them.
    await embedded.pool.query(`update pg_database set datistemplate = false where datname <> 'postgres'`);
    await embedded.pool.query('drop database template0');
    await embedded.pool.query('drop database template1');
    const bytes = await embedded.host.call('dump');
    await database.close();
    if (!bytes) throw new Error('the embedded database returned no dump');
    writeFileSync(path, bytes);
  });
}

/** Database rows to insert into a template. */
interface Seed {
  /** Identifies the rows; must change when they change. */
  readonly name: string;
  insert(database: Database): Promise<void>;
}

/** Fills a data folder like a first start: with the embedded database on disk, migrated, and empty or with the seed. */
export async function fillDataDir(dataDir: string, seed?: Seed): Promise<void> {
  const template = await cached(`data-${seed ? `${seed.name}-` : ''}${fingerprint()}`, async (path) => {
    const database = await openDatabase({ dataDir: path, create: true });
    await migrate(database);
    await seed?.insert(database);
    await database.close();
  });
  cpSync(join(template, 'database'), join(dataDir, 'database'), { recursive: true });
  allowNewSecrets(dataDir);
}

/** For a site whose database is filled before its first start, which otherwise refuses to create new secrets. */
export function allowNewSecrets(dataDir: string): void {
  writeFileSync(join(dataDir, 'secrets.json'), '{}', { mode: 0o600 });
}

/** Creates a file or folder once and caches it in node_modules. The name must contain a fingerprint of its inputs. */
async function cached(name: string, create: (path: string) => Promise<void>): Promise<string> {
  const folder = join(packageRoot, 'node_modules/.cache/meridian');
  const path = join(folder, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Created under a temporary name and renamed: test files that start at the same moment never see half a template.
  const part = `${path}.${process.pid}.part`;
  await create(part);
  if (existsSync(path)) rmSync(part, { recursive: true });
  else renameSync(part, path);
  return path;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrationsFolder))
    if (name.endsWith('.sql')) hash.update(readFileSync(join(migrationsFolder, name)));
  hash.update(readFileSync(join(packageRoot, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
}
