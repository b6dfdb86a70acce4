import { findServerImports } from './client-graph.ts';
import type { Import, SourceFile, Sources } from './sources.ts';

export interface Rule {
  readonly message: string;
  /** Returns the lines of one file that break the rule. */
  lines(file: SourceFile, sources: Sources): readonly number[];
}

/** A domain module may import itself and the modules of earlier entries. */
const DOMAIN_ORDER = [
  ['accounts'],
  ['categories'],
  ['site'],
  ['images', 'webhooks'],
  ['articles'],
  ['comments', 'newsletter', 'media', 'pages', 'redirects'],
  ['personal-data', 'statistics'],
];
/** Imports only the first module; only the last module may import it. */
const ISOLATED_MODULE = 'contact';
const FIRST_MODULE = 'accounts';
const LAST_MODULE = 'personal-data';

/** The newsroom previews render articles and pages with these modules. */
const PREVIEWED_VIEWS =
  /^src\/reader\/(?:article\/article-view\.(?:tsx|css)|page\/own-page-view\.tsx|about\/about-view\.tsx)$/;

const MAIL_TEMPLATE = /^src\/domain\/[^/]+\/(?:mail\/.+|[^/]*mail)\.tsx$/;

const CONFIGURATION = 'src/platform/config.server.ts';
/** Passes the environment on to a new process before any other module is loaded. */
const PROCESS_START = 'src/platform/returned-memory.ts';

/** Files for which a framework requires a default export, and declarations of packages that have one. */
const DEFAULT_EXPORTS =
  /^(?:(?:test\/(?:mutation|reliability|screenshots)\/)?[a-z.-]+\.config\.ts|test\/[a-z]+-setup\.ts|.+\.d\.ts)$/;

/** These insert HTML rendered by React, HTML sanitized before it was stored, or JSON data. */
const RAW_HTML = [
  'src/islands/island.tsx',
  'src/reader/article/article-body.tsx',
  'src/reader/layout/menus.tsx',
  'src/document.tsx',
];

const VAGUE_FOLDER_NAMES = [
  'utils',
  'lib',
  'helpers',
  'common',
  'shared',
  'misc',
  'services',
  'types',
  'hooks',
  'constants',
];

const ARTICLE_TABLES = 'src/domain/articles/tables.server.ts';
const PUBLIC_READERS = /^src\/(?:reader\/|forms\/|domain\/[^/]+\/queries\.server\.ts$)/;

export const RULES: readonly Rule[] = [
  {
    message:
      'Domain modules have an order (accounts → categories → site → images, webhooks → articles → comments, newsletter, media, pages, redirects → personal-data, statistics; contact imports accounts only and is imported by personal-data only): a module imports only modules to its left.',
    lines: (file) =>
      findForbiddenImports(
        file,
        domainModuleOf,
        (from, to) => from !== null && to !== null && !mayImport(from, to),
      ),
  },
  {
    message: 'The domain imports only itself and the platform.',
    lines: (file) =>
      findForbiddenImports(
        file,
        layerOf,
        (from, to) => from === 'domain' && to !== null && !['domain', 'platform'].includes(to),
      ),
  },
  {
    message: 'The domain imports no HTTP modules, and React only in email templates.',
    lines: (file) => {
      if (layerOf(file.path) !== 'domain') return [];
      const foreign = MAIL_TEMPLATE.test(file.path)
        ? isHttp
        : (entry: Import) => isHttp(entry) || isReact(entry);
      return linesOf(file.imports.filter(foreign));
    },
  },
  {
    message: 'reader/ does not import admin/.',
    lines: (file) => findForbiddenImports(file, layerOf, (from, to) => from === 'reader' && to === 'admin'),
  },
  {
    message: 'admin/ imports nothing from reader/ except the views of articles and pages.',
    lines: (file) =>
      layerOf(file.path) === 'admin'
        ? linesOf(
            file.imports.filter(
              ({ target }) => layerOf(target) === 'reader' && !PREVIEWED_VIEWS.test(target ?? ''),
            ),
          )
        : [],
  },
  {
    message: 'Only src/app.ts imports forms/, and forms/ does not import admin/.',
    lines: (file) =>
      file.path === 'src/app.ts'
        ? []
        : findForbiddenImports(
            file,
            layerOf,
            (from, to) => (to === 'forms' && from !== 'forms') || (from === 'forms' && to === 'admin'),
          ),
  },
  {
    message: 'ui/ imports no other layer.',
    lines: (file) =>
      findForbiddenImports(file, layerOf, (from, to) => from === 'ui' && to !== null && to !== 'ui'),
  },
  {
    message: 'platform/ imports no other layer.',
    lines: (file) =>
      findForbiddenImports(
        file,
        layerOf,
        (from, to) => from === 'platform' && to !== null && to !== 'platform',
      ),
  },
  {
    message: 'Browser code does not import .server.ts modules or modules of Node.js.',
    lines: (file, sources) =>
      findServerImports(sources)
        .filter(({ path }) => path === file.path)
        .map(({ line }) => line),
  },
  {
    message: `Only ${CONFIGURATION} reads process.env.`,
    lines: (file) => {
      if (!file.path.startsWith('src/') || file.path === CONFIGURATION || file.path === PROCESS_START)
        return [];
      const named = file.imports.filter(
        ({ specifier, names }) => /^(?:node:)?process$/.test(specifier) && names.includes('env'),
      );
      return [...file.linesAccessing('process', 'env'), ...linesOf(named)];
    },
  },
  {
    message: `Folders are named after their content, not ${VAGUE_FOLDER_NAMES.join(', ')}.`,
    lines: (file) =>
      file.path
        .split('/')
        .slice(0, -1)
        .some((name) => VAGUE_FOLDER_NAMES.includes(name))
        ? [1]
        : [],
  },
  {
    message: 'Exports are named; default exports only where a framework requires them.',
    lines: (file) => (DEFAULT_EXPORTS.test(file.path) ? [] : file.defaultExports),
  },
  {
    message: `Only ${RAW_HTML.join(', ')} may use dangerouslySetInnerHTML.`,
    lines: (file) =>
      file.path.startsWith('src/') && !RAW_HTML.includes(file.path)
        ? file.linesWithIdentifier('dangerouslySetInnerHTML')
        : [],
  },
  {
    message: 'Public queries do not read the articles table, which contains drafts: use publishedArticles.',
    lines: (file) => {
      if (!PUBLIC_READERS.test(file.path) || isTest(file.path)) return [];
      const taken = file.imports.filter(
        ({ target, names }) =>
          target === ARTICLE_TABLES && (names.includes('articles') || names.includes('*')),
      );
      return [...linesOf(taken), ...file.linesWithText(/\b(?:from|join)\s+"?articles\b/i)];
    },
  },
  {
    message: 'Imports from another layer use the imports map (#domain/…), not a relative path.',
    lines: (file) =>
      linesOf(
        file.imports.filter(({ specifier, target }) => {
          const [from, to] = [layerOf(file.path), layerOf(target)];
          return specifier.startsWith('.') && from !== null && to !== null && from !== to;
        }),
      ),
  },
];

/** `src/reader/home/hero.tsx` → `reader`; null for a file outside of all layers. */
function layerOf(path: string | null): string | null {
  return path?.match(/^src\/([^/]+)\//)?.[1] ?? null;
}

function domainModuleOf(path: string | null): string | null {
  return path?.match(/^src\/domain\/([^/]+)\//)?.[1] ?? null;
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  const [fromIndex, toIndex] = [from, to].map((name) =>
    DOMAIN_ORDER.findIndex((step) => step.includes(name)),
  );
  if (to === ISOLATED_MODULE) return from === LAST_MODULE;
  if (from === ISOLATED_MODULE) return to === FIRST_MODULE;
  if (fromIndex === undefined || toIndex === undefined) return false;
  return toIndex !== -1 && toIndex < fromIndex;
}

function findForbiddenImports(
  file: SourceFile,
  placeOf: (path: string | null) => string | null,
  isForbidden: (from: string | null, to: string | null) => boolean,
): number[] {
  // Tests may import any layer.
  if (isTest(file.path)) return [];
  return linesOf(file.imports.filter(({ target }) => isForbidden(placeOf(file.path), placeOf(target))));
}

function isHttp({ specifier }: Import): boolean {
  return /^(?:hono|@hono\/.+|hono\/.+|(?:node:)?https?2?)$/.test(specifier);
}

function isReact({ specifier }: Import): boolean {
  return /^(?:react|react-dom)(?:\/|$)/.test(specifier);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function linesOf(imports: readonly Import[]): number[] {
  return imports.map(({ line }) => line);
}
