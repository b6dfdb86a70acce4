import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AwsClient } from 'aws4fetch';
import { packageRoot } from '#platform/package-root.server.ts';
import type { S3StorageOptions } from '#platform/storage/s3.server.ts';

/** What the server needs and a small Debian does not have; apt adds what these depend on. */
const PACKAGES = ['python3-swift', 'python3-lxml', 'python3-requests'];
const CACHE = join(packageRoot, 'node_modules/.cache/meridian');
const LAUNCHER = join(import.meta.dirname, 'swift/server.py');

export interface Swift {
  /** Settings for a bucket that exists. */
  readonly settings: S3StorageOptions;
  /** May be called again. */
  stop(): Promise<void>;
}

/**
 * Where the unpacked packages of OpenStack Swift lie, a store with an S3 interface that checks every signature; or why
 * there are none: it comes from Debian, and this may be another system or one without a network. Nothing is installed:
 * the packages are downloaded once and unpacked beside the other caches of the tests.
 */
export function findSwift(): { readonly root: string } | { readonly missing: string } {
  if (run('apt-get', ['--version']).status !== 0) return { missing: 'there is no apt-get on this system' };
  const root = join(CACHE, `swift-${fingerprint()}`);
  if (existsSync(root)) return { root };
  mkdirSync(CACHE, { recursive: true });
  const aside = mkdtempSync(join(CACHE, 'swift-part-'));
  try {
    const fault = download(aside, []) && downloadWithOwnLists(aside);
    if (fault) return { missing: `the Debian packages of Swift could not be downloaded: ${fault}` };
    unpack(packagesIn(aside), join(aside, 'root'));
    moveUnlessThere(join(aside, 'root'), root);
    return { root };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Another test file may have been quicker. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** A server of its own, on a free port, with an empty bucket. */
export async function startSwift(root: string): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-swift-'));
  const own = join(root, 'usr/bin/python3');
  const server = spawn(existsSync(own) ? own : '/usr/bin/python3', [LAUNCHER, join(folder, 'state')], {
    cwd: folder,
    env: {
      PATH: '/usr/bin:/bin',
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
      LD_LIBRARY_PATH: libraryFolders(root).join(':'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const abandon = () => server.kill('SIGKILL');
  process.once('exit', abandon);
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    createInterface({ input: server.stdout }).once('line', (line) => resolve(Number(line)));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Swift ended with ${code}\n${said}`)));
  });
  const settings: S3StorageOptions = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
  };
  await makeBucket(settings);
  return {
    settings,
    async stop() {
      process.off('exit', abandon);
      // The test may have stopped it before.
      if (server.signalCode !== null) return;
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeBucket({ endpoint, bucket, ...key }: S3StorageOptions): Promise<void> {
  const client = new AwsClient({ ...key, service: 's3' });
  const answer = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (!answer.ok) throw new Error(`Swift made no bucket: ${answer.status} ${await answer.text()}`);
}

/** With the lists of packages the system has. Returns what went wrong. */
function download(aside: string, options: readonly string[]): string | undefined {
  // An own cache: what lies in that of the system would not be listed.
  const own = [...options, ...ownFolder(aside, 'Dir::Cache'), '-o', 'Acquire::Retries=3'];
  const wanted = ['install', '--print-uris', '-qq', '--yes', '--no-install-recommends', ...PACKAGES];
  const listed = run('apt-get', [...own, ...wanted]);
  if (listed.status !== 0) return listed.stderr.trim();
  // 'address' name_version_architecture.deb size hash
  const names = listed.stdout.match(/(?<=' )[^ _]+(?=_)/g) ?? [];
  const folder = packagesIn(aside);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  if (names.length === 0) return undefined;
  const got = run('apt-get', [...own, 'download', ...names], folder);
  return got.status === 0 ? undefined : got.stderr.trim();
}

/** A fresh machine has no lists of packages, or old ones: fetches some without touching those of the system. */
function downloadWithOwnLists(aside: string): string | undefined {
  const lists = ownFolder(aside, 'Dir::State::lists');
  const updated = run('apt-get', [...lists, 'update', '-qq']);
  return updated.status === 0 ? download(aside, lists) : updated.stderr.trim();
}

function ownFolder(aside: string, setting: string): string[] {
  const folder = join(aside, setting.replaceAll(':', ''));
  mkdirSync(join(folder, 'partial'), { recursive: true });
  return ['-o', `${setting}=${folder}`];
}

const packagesIn = (aside: string) => join(aside, 'packages');

function unpack(packages: string, root: string): void {
  mkdirSync(root, { recursive: true });
  for (const file of readdirSync(packages)) {
    const { status, stderr } = run('dpkg-deb', ['--extract', join(packages, file), root]);
    if (status !== 0) throw new Error(`${file} could not be unpacked: ${stderr}`);
  }
}

/** `usr/lib/x86_64-linux-gnu`, whatever the machine. */
function libraryFolders(root: string): string[] {
  const folder = join(root, 'usr/lib');
  return readdirSync(folder)
    .filter((name) => name.endsWith('-linux-gnu') || name.endsWith('-linux-gnueabihf'))
    .map((name) => join(folder, name));
}

function run(command: string, words: readonly string[], cwd?: string) {
  return spawnSync(command, words, {
    ...(cwd === undefined ? {} : { cwd }),
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Of the system and of what is asked of it: other packages are unpacked elsewhere. */
function fingerprint(): string {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release') : '';
  return createHash('sha256')
    .update(system)
    .update(PACKAGES.join(' '))
    .update(process.arch)
    .digest('hex')
    .slice(0, 12);
}
