import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createNavigation } from '#domain/site/navigation.ts';
import { createSite } from '#domain/site/site.ts';
import { loadAssets } from '#http/assets.server.ts';
import { type Manifest, readManifest } from '#http/vite-manifest.server.ts';
import { builtClient } from '../test/built-client.ts';
import { NO_PAGES } from '#domain/pages/page.ts';
import { renderDocument } from './document.tsx';
import type { PageMetadata } from './document-metadata.ts';

/** Bytes of brotli-compressed script that load before any island is hydrated. */
const BUDGET = 5 * 1024;

/** Bytes of the brotli-compressed style sheets of a page (decision 0029). */
const STYLE_SHEET_BUDGET = 10 * 1024;

/** The same with the latest articles on the home page (decision 0075). */
const LATEST_STYLE_SHEET_BUDGET = 10.5 * 1024;

const HOME: PageMetadata = { title: null, description: '', path: '/', kind: 'home', styleSheet: 'home' };

const WITH_LATEST: PageMetadata = { ...HOME, styleSheet: 'homeWithLatest' };

const PAGES: Readonly<Record<string, PageMetadata>> = {
  home: HOME,
  article: {
    title: 'Rain in June',
    description: '',
    path: '/article/rain-in-june',
    kind: 'article',
    styleSheet: 'article',
  },
  listing: { title: 'Articles', description: '', path: '/articles' },
};

const folder = builtClient();

it.each(Object.entries(PAGES))('script before any island fits the budget on the %s page', (_, head) => {
  const files = scriptsOf(documentOf(head)).map((file) => readFileSync(join(folder, file)));
  expect(files.length).toBeGreaterThan(0);
  expect(compressedSize(files)).toBeLessThanOrEqual(BUDGET);
  for (const file of files)
    expect(file.toString()).not.toMatch(/react\.(?:transitional\.)?element|hydrateRoot/);
});

it('scripts of reader pages contain no syntax that a supported browser cannot parse', () => {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const files = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []));
  expect(files.length).toBeGreaterThan(5);
  // Lookbehind is a syntax error in Safari before 16.4, and the whole file fails.
  const failing = files.filter((file) => /\(\?<[=!]/.test(readFileSync(join(folder, file), 'utf8')));
  expect(failing).toEqual([]);
});

it.each([
  { name: 'home page with the latest articles', head: WITH_LATEST, budget: LATEST_STYLE_SHEET_BUDGET },
  ...Object.entries(PAGES).map(([name, head]) => ({ name, head, budget: STYLE_SHEET_BUDGET })),
])('style sheets fit the budget: $name', ({ head, budget }) => {
  const links = documentOf(head).matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g);
  const files = Array.from(links, ([, file = '']) => readFileSync(join(folder, file)));
  expect(files).toHaveLength(head.styleSheet === undefined ? 1 : 2);
  expect(compressedSize(files)).toBeLessThanOrEqual(budget);
});

const compressedSize = (files: readonly Buffer[]) =>
  files.reduce((sum, file) => sum + brotliCompressSync(file).byteLength, 0);

it('the splash script is a classic script: one expression, no import, no export, no global', () => {
  const script = readFileSync(join(folder, loadAssets(folder).url('src/splash.client.ts')), 'utf8').trim();
  expect(script).toMatch(/^\(\(\)=>\{[^]*\}\)\(\);?$/);
  expect(script).not.toMatch(/\b(?:import|export)\b/);
});

function documentOf(head: PageMetadata): string {
  const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), {
    publicUrl: 'http://127.0.0.1:3000',
  });
  const { sections } = site;
  const navigation = createNavigation(site.navigation, { sections, findOwnPage: () => null });
  return renderDocument({ site, ownPages: NO_PAGES, navigation, assets: loadAssets(folder) }, head, null);
}

/** All scripts that the HTML loads, including their static imports, each once. */
function scriptsOf(html: string): readonly string[] {
  const named = [
    ...html.matchAll(/<script[^>]* src="\/([^"]+)"|<link[^>]*rel="modulepreload"[^>]* href="\/([^"]+)"/g),
  ];
  return [...new Set(named.flatMap(([, script, preload]) => withImports(script ?? preload ?? '')))];
}

function withImports(file: string): string[] {
  const manifest = readManifest(folder) ?? {};
  const chunk = Object.values(manifest).find((entry) => entry.file === file);
  return [file, ...(chunk?.imports ?? []).flatMap((name) => withImports(manifest[name]?.file ?? name))];
}
