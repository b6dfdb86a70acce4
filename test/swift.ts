import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AwsClient } from 'aws4fetch';
import { packageRoot } from '#platform/package-root.server.ts';
import type { S3StorageOptions } from '#platform/storage/s3.server.ts';

/** Packages the server needs and a minimal Debian lacks; apt adds their dependencies. */
const SWIFT_PACKAGES = ['python3-swift', 'python3-lxml', 'python3-requests'];
const CACHE = join(packageRoot, 'node_modules/.cache/meridian');
const SERVER_SCRIPT = join(import.meta.dirname, 'swift/server.py');

export interface Swift {
  /** Settings of an existing bucket. */
  readonly settings: S3StorageOptions;
  /** May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Finds or downloads the Debian packages of OpenStack Swift, an object store with an S3 API that checks every signature.
 * Returns the folder they are unpacked in, or the reason why there is none (not Debian, no network). Nothing is
 * installed: the packages are downloaded once and unpacked into the cache folder of the tests.
 */
export function findSwift(): { readonly root: string } | { readonly missing: string } {
  if (run('apt-get', ['--version']).status !== 0) return { missing: 'there is no apt-get on this system' };
  const root = join(CACHE, `swift-${fingerprint()}`);
  if (existsSync(root)) return { root };
  mkdirSync(CACHE, { recursive: true });
  const temporaryFolder = mkdtempSync(join(CACHE, 'swift-part-'));
  try {
    const error = download(temporaryFolder, []) && downloadWithOwnLists(temporaryFolder);
    if (error) return { missing: `the Debian packages of Swift could not be downloaded: ${error}` };
    unpack(packagesIn(temporaryFolder), join(temporaryFolder, 'root'));
    moveUnlessPresent(join(temporaryFolder, 'root'), root);
    return { root };
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/** Another test file may have created the folder in the meantime. */
function moveUnlessPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Starts a separate server on a free port, with an empty bucket. */
export async function startSwift(root: string): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-swift-'));
  const unpackedPython = join(root, 'usr/bin/python3');
  const server = spawn(
    existsSync(unpackedPython) ? unpackedPython : '/usr/bin/python3',
    [SERVER_SCRIPT, join(folder, 'state')],
    {
      cwd: folder,
      env: {
        PATH: '/usr/bin:/bin',
        PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
        PYTHONDONTWRITEBYTECODE: '1',
        LD_LIBRARY_PATH: libraryFolders(root).join(':'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const killServer = () => server.kill('SIGKILL');
  process.once('exit', killServer);
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    server.stderr.on('data', (text: Buffer) => {
      output += text.toString();
    });
    createInterface({ input: server.stdout }).once('line', (line) => resolve(Number(line)));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Swift ended with ${code}\n${output}`)));
  });
  const settings: S3StorageOptions = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
  };
  await createBucket(settings);
  return {
    settings,
    async stop() {
      process.off('exit', killServer);
      // The test may have stopped the server already.
      if (server.signalCode !== null) return;
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createBucket({ endpoint, bucket, ...key }: S3StorageOptions): Promise<void> {
  const client = new AwsClient({ ...key, service: 's3' });
  const response = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (!response.ok) throw new Error(`Swift created no bucket: ${response.status} ${await response.text()}`);
}

/** Downloads with the package lists of the system. Returns the error, if any. */
function download(temporaryFolder: string, options: readonly string[]): string | undefined {
  // A separate cache: apt does not list what the system's cache already contains.
  const aptOptions = [...options, ...ownFolder(temporaryFolder, 'Dir::Cache'), '-o', 'Acquire::Retries=3'];
  const install = ['install', '--print-uris', '-qq', '--yes', '--no-install-recommends', ...SWIFT_PACKAGES];
  const list = run('apt-get', [...aptOptions, ...install]);
  if (list.status !== 0) return list.stderr.trim();
  // 'URL' name_version_architecture.deb size hash
  const names = list.stdout.match(/(?<=' )[^ _]+(?=_)/g) ?? [];
  const folder = packagesIn(temporaryFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  if (names.length === 0) return undefined;
  const downloaded = run('apt-get', [...aptOptions, 'download', ...names], folder);
  return downloaded.status === 0 ? undefined : downloaded.stderr.trim();
}

/** A new machine has no package lists or old ones: fetches new lists without touching those of the system. */
function downloadWithOwnLists(temporaryFolder: string): string | undefined {
  const lists = ownFolder(temporaryFolder, 'Dir::State::lists');
  const updated = run('apt-get', [...lists, 'update', '-qq']);
  return updated.status === 0 ? download(temporaryFolder, lists) : updated.stderr.trim();
}

function ownFolder(temporaryFolder: string, setting: string): string[] {
  const folder = join(temporaryFolder, setting.replaceAll(':', ''));
  mkdirSync(join(folder, 'partial'), { recursive: true });
  return ['-o', `${setting}=${folder}`];
}

const packagesIn = (temporaryFolder: string) => join(temporaryFolder, 'packages');

function unpack(packages: string, root: string): void {
  mkdirSync(root, { recursive: true });
  for (const file of readdirSync(packages)) {
    const { status, stderr } = run('dpkg-deb', ['--extract', join(packages, file), root]);
    if (status !== 0) throw new Error(`${file} could not be unpacked: ${stderr}`);
  }
}

/** `usr/lib/x86_64-linux-gnu` or that of another architecture. */
function libraryFolders(root: string): string[] {
  const folder = join(root, 'usr/lib');
  return readdirSync(folder)
    .filter((name) => name.endsWith('-linux-gnu') || name.endsWith('-linux-gnueabihf'))
    .map((name) => join(folder, name));
}

function run(command: string, args: readonly string[], cwd?: string) {
  return spawnSync(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Identifies system and package list: other packages are unpacked into another folder. */
function fingerprint(): string {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release') : '';
  return createHash('sha256')
    .update(system)
    .update(SWIFT_PACKAGES.join(' '))
    .update(process.arch)
    .digest('hex')
    .slice(0, 12);
}
