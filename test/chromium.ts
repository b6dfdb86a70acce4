import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

export interface ChromiumBinary {
  executablePath: string;
  /** Environment variables the binary needs in addition to those of this process. */
  env: Record<string, string>;
}

/** A page of a test runs for seconds, in which code that the optimizing compilers of V8 translate does not pay off. */
const V8_FLAGS = '--js-flags=--no-opt --no-maglev --min-semi-space-size=16';

/** Leads to this machine. Its pages over plain HTTP are no secure contexts, other than those of a loopback address. */
export const INSECURE_HOST = 'insecure.test';

/**
 * All pages of a browser context that show the same site share one process, and none is started ahead: opening a page needs
 * a fifth less processor time.
 */
const ONE_PROCESS_PER_CONTEXT = '--renderer-process-limit=1';

const FLAGS = [
  V8_FLAGS,
  ONE_PROCESS_PER_CONTEXT,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
];

/** The first is the headless build of the same browser, which is a quarter faster. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** In this order: the one named by CHROMIUM, an installed one, Playwright's, the one from npm. */
export function findChromium(): ChromiumBinary {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist`);
    return { executablePath: named, env: {} };
  }
  const found = [...INSTALLED, ...playwrightBinaries()].find((path) => existsSync(path));
  return found ? { executablePath: found, env: {} } : unpackedFromNpm();
}

export function openBrowser(binary: ChromiumBinary = findChromium()): Promise<Browser> {
  return chromium.launch({
    executablePath: binary.executablePath,
    args: FLAGS,
    env: { ...process.env, ...binary.env },
  });
}

function playwrightBinaries(): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((folder) => folder.startsWith('chromium'))
    .toSorted()
    .toReversed()
    .flatMap((folder) => [
      join(cache, folder, 'chrome-linux64', 'chrome'),
      join(cache, folder, 'chrome-linux', 'chrome'),
      join(cache, folder, 'chrome-headless-shell-linux64', 'chrome-headless-shell'),
      join(cache, folder, 'chrome-linux', 'headless_shell'),
    ]);
}

/**
 * The package unpacks itself to a fixed path in TMPDIR and changes the environment of the process that imports it. So a
 * child process unpacks it into a temporary folder, which is renamed when it is complete.
 */
function unpackedFromNpm(): ChromiumBinary {
  const home = resolve(import.meta.dirname, '../node_modules/.cache/chromium');
  const executablePath = join(home, 'chromium');
  if (!existsSync(executablePath)) {
    const temporaryFolder = `${home}.${process.pid}`;
    mkdirSync(temporaryFolder, { recursive: true });
    const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: import.meta.dirname,
      // Outside of AWS the package omits the NSS libraries, which a minimal system lacks as well.
      env: { ...process.env, TMPDIR: temporaryFolder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      encoding: 'utf8',
    });
    if (child.status !== 0) throw new Error(`Chromium from npm could not be unpacked:\n${child.stderr}`);
    if (existsSync(executablePath)) rmSync(temporaryFolder, { recursive: true, force: true });
    else renameSync(temporaryFolder, home);
  }
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  };
}
