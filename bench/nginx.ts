import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunningProcess, freePort, startProcess } from './processes.ts';

/** A response that nginx sends like the site does. The body is given, or `folder` already contains the file. */
export interface ServedFile {
  readonly path: string;
  /** In the coding of its `content-encoding` field. Without a body, `folder` contains the file and its gzip variant. */
  readonly body?: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Fields that describe a representation or a connection. nginx writes its own. */
const SERVER_SPECIFIC_HEADERS =
  /^(?:content-.*(?<!policy)|date|connection|keep-alive|etag|vary|transfer-encoding)$/;

/** The header fields of the site's response that nginx must send too. */
export function headersForNginx(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SERVER_SPECIFIC_HEADERS.test(name)));
}

/**
 * Starts one nginx process that serves files below `folder` on loopback, with the header fields of the site's
 * responses.
 */
export async function startNginx(
  nginx: string,
  folder: string,
  files: readonly ServedFile[],
): Promise<RunningProcess> {
  const port = await freePort();
  const work = join(folder, 'nginx');
  mkdirSync(work);
  const config = join(work, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(work, name)};`,
  );
  for (const { path, body } of files) {
    if (body === undefined) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${join(work, 'pid')}; error_log stderr error;
events { worker_connections 1024; }
http {
  ${temporary.join(' ')}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
  types { text/html html; text/css css; } default_type text/html; charset utf-8; charset_types text/css;
  server {
    listen 127.0.0.1:${port}; root ${folder};
    ${files.map(location).join('\n    ')}
  }
}
`,
  );
  return startProcess(nginx, ['-p', work, '-c', config], `http://127.0.0.1:${port}`, {
    path: files[0]?.path ?? '/',
  });
}

function location({ path, body, headers }: ServedFile): string {
  const added = Object.entries(headers).map(
    ([name, value]) => `add_header ${name} ${JSON.stringify(value)};`,
  );
  const gzip = body === undefined ? 'gzip_static on; gzip_vary on;' : '';
  return `location = ${path} { ${gzip} ${added.join(' ')} }`;
}
