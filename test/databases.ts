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
import { borrowHost } from './embedded-hosts.ts';
import { createTestDatabase, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | undefined;
  }
}

/** The migrated database on the test server that others are copied from. */
export const TEMPLATE = 'meridian_template';

export interface TestDatabase {
  readonly database: Database;
  /** Where it is, for a second process or a second pool; the embedded one is in memory and has none. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

/** For describe.each: the same tests on the embedded database and on a server. Each opens migrated and empty. */
export const databases = [
  { name: 'embedded', open: openEmbeddedTestDatabase },
  { name: 'server', open: openServerTestDatabase },
] as const;

export async function openEmbeddedTestDatabase(): Promise<TestDatabase> {
  const lent = await borrowHost(await embeddedTemplate());
  const { host } = lent;
  const pool = embeddedPool(host, silentLog);
  let ended: Promise<void> | undefined;
  const end = async () => {
    await pool.end();
    lent.giveBack();
  };
  const close = () => (ended ??= end());
  const embedded = { pool, host, copyTo: undefined, checkFolder: () => Promise.resolve(), close };
  return { database: embeddedDatabase(embedded, silentLog), url: undefined, close };
}

export async function openServerTestDatabase(): Promise<TestDatabase> {
  const shared = inject('postgresUrl');
  // Without the global setup (a single file run by hand) a server of its own.
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

/** The embedded database, migrated, as a file: opening a copy takes 0.3 s, making one 4 s. */
export function embeddedTemplate(): Promise<string> {
  return kept(`template-small-${fingerprint()}.tar`, async (path) => {
    const embedded = await openEmbedded({ log: silentLog });
    const database = embeddedDatabase(embedded, silentLog);
    await migrate(database);
    // Two thirds of the files, which no test reads.
    await embedded.pool.query(`update pg_database set datistemplate = false where datname <> 'postgres'`);
    await embedded.pool.query('drop database template0');
    await embedded.pool.query('drop database template1');
    const bytes = await embedded.host.call('dump');
    await database.close();
    if (!bytes) throw new Error('the embedded database gave no copy of itself');
    writeFileSync(path, bytes);
  });
}

/** Fills a data folder as a first start would leave it: with the embedded database on disk, migrated and empty. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const template = await kept(`data-${fingerprint()}`, async (path) => {
    const database = await openDatabase({ dataDir: path, create: true });
    await migrate(database);
    await database.close();
  });
  cpSync(join(template, 'database'), join(dataDir, 'database'), { recursive: true });
  allowNewSecrets(dataDir);
}

/** For a site whose database is filled before its first start, which otherwise refuses to replace lost secrets. */
export function allowNewSecrets(dataDir: string): void {
  writeFileSync(join(dataDir, 'secrets.json'), '{}', { mode: 0o600 });
}

/** What takes long to make is made once for this release and kept outside of the repository. */
async function kept(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const folder = join(packageRoot, 'node_modules/.cache/meridian');
  const path = join(folder, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Made aside and renamed: test files that start at the same moment never see half a template.
  const part = `${path}.${process.pid}.part`;
  await make(part);
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
