import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProcess } from './processes.ts';
import { freePort, startProcess } from './processes.ts';

const BUILT = join(import.meta.dirname, '../dist/server/main.js');

/**
 * The built site with its sample articles, as `npm start` runs it; resolves when `/readyz` says so. `under` is a command
 * that runs the command after it, in the same process.
 */
export async function startOurs(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  under: readonly string[] = [],
): Promise<RunningProcess> {
  if (!existsSync(BUILT)) throw new Error('Nothing is built yet: run `npm run build` first.');
  const port = await freePort();
  const [program, ...words] = [...under, process.execPath, BUILT];
  return startProcess(program, words, `http://127.0.0.1:${port}`, {
    path: '/readyz',
    env: { NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...env },
  });
}

/** The path of the newest sample article. */
export async function articlePath({ url }: RunningProcess): Promise<string> {
  const html = await (await fetch(`${url}/articles`)).text();
  const path = /href="(\/article\/[^"]+)"/.exec(html)?.[1];
  if (path === undefined) throw new Error('the listing shows no article');
  return path;
}
