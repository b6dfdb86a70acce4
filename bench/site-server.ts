import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningProcess, freePort, startProcess } from './processes.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * Starts the built site with its sample articles, as `npm start` does. Resolves when `/readyz` responds with 200.
 * `wrapperCommand` is a command that executes its arguments in the same process, `root` the folder of the built site.
 */
export async function startSite(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  {
    wrapperCommand = [],
    root = ROOT,
  }: { readonly wrapperCommand?: readonly string[]; readonly root?: string } = {},
): Promise<RunningProcess> {
  const built = join(root, 'dist/server/main.js');
  if (!existsSync(built)) throw new Error('There is no build: run `npm run build` first.');
  const port = await freePort();
  const [program, ...args] = [...wrapperCommand, process.execPath, built];
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
