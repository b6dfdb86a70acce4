import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningProcess, freePort, startProcess } from './processes.ts';

const BUILT = join(import.meta.dirname, '../dist/server/main.js');

/**
 * Starts the built site with its sample articles, as `npm start` does. Resolves when `/readyz` responds with 200.
 * `wrapperCommand` is a command that executes its arguments in the same process.
 */
export async function startSite(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  wrapperCommand: readonly string[] = [],
): Promise<RunningProcess> {
  if (!existsSync(BUILT)) throw new Error('There is no build: run `npm run build` first.');
  const port = await freePort();
  const [program, ...args] = [...wrapperCommand, process.execPath, BUILT];
  return startProcess(program, args, `http://127.0.0.1:${port}`, {
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
