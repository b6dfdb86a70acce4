import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProcess } from './processes.ts';
import { freePort, startProcess } from './processes.ts';

/**
 * One nginx process that serves `folder` from disk on loopback, with the compressed files beside the plain ones, and
 * the header fields of our answer.
 */
export async function startNginx(
  nginx: string,
  folder: string,
  headers: Readonly<Record<string, string>>,
): Promise<RunningProcess> {
  const port = await freePort();
  const work = join(folder, 'nginx');
  mkdirSync(work);
  const config = join(work, 'nginx.conf');
  const added = Object.entries(headers).map(
    ([name, value]) => `add_header ${name} ${JSON.stringify(value)};`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(work, name)};`,
  );
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${join(work, 'pid')}; error_log stderr error;
events { worker_connections 1024; }
http {
  ${temporary.join(' ')}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
  types { text/html html; } default_type text/html; charset utf-8;
  server {
    listen 127.0.0.1:${port}; root ${folder}; gzip_static on; gzip_vary on;
    ${added.join('\n    ')}
  }
}
`,
  );
  return startProcess(nginx, ['-p', work, '-c', config], `http://127.0.0.1:${port}`, {
    path: '/article.html',
  });
}
