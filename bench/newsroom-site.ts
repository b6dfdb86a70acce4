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

const TOKEN_USED_MS = 5 * 60_000;

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
  const tryRequest = await createAdminRequest(server.url, { DATA_DIR: dataDir });
  return {
    size,
    pid: server.pid,
    url: server.url,
    dataDir,
    tryRequest,
    request: (...request) => requireOk(tryRequest, ...request),
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Creates an administrator on a running site, and returns its `request`. @param env of the command line */
export async function signInAsAdmin(
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<NewsroomSite['request']> {
  const tryRequest = await createAdminRequest(url, env);
  return (...request) => requireOk(tryRequest, ...request);
}

async function createAdminRequest(
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<NewsroomSite['tryRequest']> {
  await post(url, '/api/accounts', EDITOR);
  await promisify(execFile)(process.execPath, [CLI, 'grant-admin', EDITOR.email, '--force'], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const accessToken = createTokenSource(url);
  return async (method, path, body, headers = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(path.startsWith('/api/') && { authorization: `Bearer ${await accessToken()}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body),
      }),
    });
}

async function requireOk(tryRequest: NewsroomSite['tryRequest'], ...request: RequestArgs): Promise<Response> {
  const response = await tryRequest(...request);
  const [method, path] = request;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Signs in, and again before the access token expires: a measurement may take longer than its ten minutes. */
function createTokenSource(url: string): () => Promise<string> {
  const { email, password } = EDITOR;
  let token = Promise.resolve('');
  let renewAt = 0;
  const signIn = async (): Promise<string> => {
    const response = await post(url, '/api/sessions', { email, password });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  return () => {
    if (performance.now() >= renewAt) {
      renewAt = performance.now() + TOKEN_USED_MS;
      token = signIn();
    }
    return token;
  };
}

function post(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
