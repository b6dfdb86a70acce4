import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Subject } from './build-subject.ts';
import { startOurs } from './our-server.ts';
import { insertArticles } from './synthetic-articles.ts';

/** The built site with so many articles, and somebody who may write in it. */
export interface NewsroomSite {
  readonly size: number;
  readonly pid: number;
  readonly url: string;
  readonly dataDir: string;
  /** Asks the site over its socket, in the name of the administrator; with bytes as they are or anything else as JSON. */
  ask(...request: RequestParts): Promise<Response>;
  /** The same for who wants to know also of a bad answer, for which `ask` throws. */
  tryToAsk(...request: RequestParts): Promise<Response>;
  stop(): Promise<void>;
}

type RequestParts = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const CLI = join(import.meta.dirname, '../dist/server/cli.js');
const EDITOR = { name: 'Edith Editor', email: 'edith@news.example', password: 'nine small herons fishing' };

export async function startNewsroom(
  subject: Subject,
  size: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<NewsroomSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const database = await subject.openDatabase({ dataDir, create: true });
  await subject.migrate(database);
  await insertArticles(database, size);
  await database.close();
  const server = await startOurs(dataDir, settings);
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
  const tryToAsk: NewsroomSite['tryToAsk'] = (method, path, body, headers = {}) =>
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
    tryToAsk,
    async ask(...request) {
      const response = await tryToAsk(...request);
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
