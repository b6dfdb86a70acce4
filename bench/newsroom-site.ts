import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SiteModules } from './build-site-modules.ts';
import { startSite } from './site-server.ts';
import { insertArticles } from './synthetic-articles.ts';

/** The built site with `size` articles and a signed-in administrator. */
export interface NewsroomSite {
  readonly size: number;
  readonly pid: number;
  readonly url: string;
  readonly dataDir: string;
  /**
   * Sends a request as the administrator. A body of bytes is sent unchanged, any other as JSON. Throws on an error
   * status.
   */
  request(...request: RequestArgs): Promise<Response>;
  /** Like `request`, but also returns responses with an error status. */
  tryRequest(...request: RequestArgs): Promise<Response>;
  stop(): Promise<void>;
}

type RequestArgs = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const CLI = join(import.meta.dirname, '../dist/server/cli.js');
const EDITOR = { name: 'Edith Editor', email: 'edith@news.example', password: 'nine small herons fishing' };

export async function startNewsroom(
  modules: SiteModules,
  size: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<NewsroomSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const database = await modules.openDatabase({ dataDir, create: true });
  await modules.migrate(database);
  await insertArticles(database, size);
  await database.close();
  const server = await startSite(dataDir, settings);
  await post(server.url, '/api/accounts', EDITOR);
  await promisify(execFile)(process.execPath, [CLI, 'grant-admin', EDITOR.email, '--force'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  const { email, password } = EDITOR;
  const { access_token: token } = (await (
    await post(server.url, '/api/sessions', { email, password })
  ).json()) as {
    access_token: string;
  };
  const tryRequest: NewsroomSite['tryRequest'] = (method, path, body, headers = {}) =>
    fetch(server.url + path, {
      method,
      headers: {
        ...(path.startsWith('/api/') && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body),
      }),
    });
  return {
    size,
    pid: server.pid,
    url: server.url,
    dataDir,
    tryRequest,
    async request(...request) {
      const response = await tryRequest(...request);
      const [method, path] = request;
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response;
    },
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function post(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
