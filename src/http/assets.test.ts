import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Assets, loadAssets } from './assets.server.ts';

const SCRIPT = 'console.log("awake");'.repeat(20);

/** A small client build with a manifest and precompressed files. */
function build(): Assets {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, content: string | Uint8Array): void =>
    writeFileSync(join(folder, path), content);
  for (const name of ['.vite', 'assets']) mkdirSync(join(folder, name));
  write('assets/entry-1a2b.js', SCRIPT);
  write('assets/entry-1a2b.js.br', brotliCompressSync(SCRIPT));
  write('assets/entry-1a2b.js.gz', gzipSync(SCRIPT));
  write('assets/serif-3c4d.woff2', new Uint8Array(64));
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write(
    '.vite/manifest.json',
    JSON.stringify({
      'src/entry.client.ts': {
        file: 'assets/entry-1a2b.js',
        imports: ['_part'],
        css: ['assets/entry-5e6f.css'],
      },
      _part: { file: 'assets/part.js', css: ['assets/part.css', 'assets/entry-5e6f.css'] },
      'src/ui/fonts/serif.woff2': { file: 'assets/serif-3c4d.woff2' },
    }),
  );
  return loadAssets(folder, () => ({ 'x-content-type-options': 'nosniff' }));
}

const request = (
  assets: Assets,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Response | null => assets.respond(new Request(`http://site.example${path}`, { headers, method }));

describe('files', () => {
  it('with a hashed name are sent precompressed and immutable', async () => {
    const response = request(build(), '/assets/entry-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(brotliDecompressSync((await response?.arrayBuffer()) ?? '').toString()).toBe(SCRIPT);
  });

  it('are revalidated with 304, and HEAD has no body', async () => {
    const assets = build();
    const head = request(assets, '/assets/entry-1a2b.js', {}, 'HEAD');
    expect(head?.headers.get('content-length')).toBe(String(SCRIPT.length));
    expect(await head?.text()).toBe('');
    const etag = head?.headers.get('etag') ?? '';
    expect(request(assets, '/assets/entry-1a2b.js', { 'if-none-match': etag })?.status).toBe(304);
  });

  it.each([
    '/assets/entry-0000.js',
    '/assets/',
    '/assets/entry-1a2b.js.br',
    '/assets/../.vite/manifest.json%00',
  ])('that do not exist are answered with 404: %s', (path) => {
    const response = request(build(), path);
    expect(response?.status ?? 404).toBe(404);
  });

  it('leave all other paths and methods to the application', () => {
    const assets = build();
    expect(request(assets, '/articles')).toBeNull();
    expect(request(assets, '/.vite/manifest.json')).toBeNull();
    expect(request(assets, '/assets/entry-1a2b.js', {}, 'POST')).toBeNull();
  });
});
