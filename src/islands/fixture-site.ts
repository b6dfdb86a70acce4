import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { readerHeaders } from '#http/middleware/header-set.ts';

export interface FixtureSite {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the fixture islands, built with React's development version (it reports hydration mismatches), under the real
 * Content-Security-Policy.
 */
export async function startFixtureSite(pages: Readonly<Record<string, ReactNode>>): Promise<FixtureSite> {
  const outDir = mkdtempSync(join(tmpdir(), 'islands-'));
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    publicDir: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: 'src/islands/fixture.client.ts',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  const headers = readerHeaders({ publicUrl: 'http://127.0.0.1' })('text/plain');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isScript = pathname.endsWith('.js');
    const body = isScript
      ? readFileSync(join(outDir, pathname))
      : documentOf(pages[pathname] ?? `Native ${pathname}`);
    response.writeHead(200, {
      ...headers,
      'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
    });
    response.end(body);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(outDir, { recursive: true });
    },
  };
}

function documentOf(content: ReactNode): string {
  const script = '<script type="module" src="/fixture.client.js"></script><link rel="icon" href="data:,">';
  return `<!doctype html><html lang="en"><head><title>Islands</title>${script}</head><body>${renderToString(content)}</body></html>`;
}
