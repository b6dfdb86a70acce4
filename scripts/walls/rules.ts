import { serverImportsOfTheClient } from './client-graph.ts';
import type { Import, SourceFile, Sources } from './sources.ts';

export interface Rule {
  readonly sentence: string;
  /** The lines of one file that break it. */
  lines(file: SourceFile, sources: Sources): readonly number[];
}

/** A noun may import those on the steps before its own, and itself. */
const ORDER_OF_NOUNS = [
  ['accounts'],
  ['site'],
  ['images'],
  ['categories'],
  ['articles'],
  ['comments', 'newsletter', 'media'],
  ['readers'],
];
/** Knows no other noun, and is known to the last alone. */
const ALONE = 'contact';
const LAST = 'readers';

/** What the preview of the newsroom draws an article with. */
const ARTICLE_VIEW = /^src\/reader\/article\/article-view\.(?:tsx|css)$/;

const MAIL_TEMPLATE = /^src\/domain\/[^/]+\/(?:mail\/.+|[^/]*mail)\.tsx$/;

const CONFIGURATION = 'src/platform/config.server.ts';

/** Where a framework asks for a default export, or a package that has one is described. */
const DEFAULT_EXPORTS = /^(?:(?:test\/reliability\/)?[a-z.-]+\.config\.ts|test\/[a-z]+-setup\.ts|.+\.d\.ts)$/;

/** HTML that React itself has drawn, that was made harmless before it was stored, or that is data and not HTML. */
const RAW_HTML = ['src/islands/island.tsx', 'src/reader/article/article-body.tsx', 'src/document.tsx'];

const WORDLESS_FOLDERS = [
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
const PUBLIC_READS = /^src\/(?:reader\/|domain\/[^/]+\/queries\.server\.ts$)/;

export const RULES: readonly Rule[] = [
  {
    sentence:
      'Nouns have an order (accounts → site → images → categories → articles → comments, newsletter, media → readers; contact alone, known to readers): the left may be imported by the right, never the reverse.',
    lines: (file) => arrows(file, nounOf, (from, to) => from !== null && to !== null && !mayKnow(from, to)),
  },
  {
    sentence: 'The domain is what the publication is: it imports only itself and the platform.',
    lines: (file) =>
      arrows(
        file,
        roomOf,
        (from, to) => from === 'domain' && to !== null && !['domain', 'platform'].includes(to),
      ),
  },
  {
    sentence: 'The domain knows no HTTP, and no React outside of mail templates.',
    lines: (file) => {
      if (roomOf(file.path) !== 'domain') return [];
      const foreign = MAIL_TEMPLATE.test(file.path)
        ? isHttp
        : (entry: Import) => isHttp(entry) || isReact(entry);
      return linesOf(file.imports.filter(foreign));
    },
  },
  {
    sentence: 'The reader never imports the admin.',
    lines: (file) => arrows(file, roomOf, (from, to) => from === 'reader' && to === 'admin'),
  },
  {
    sentence: "The admin takes nothing from the reader but the article's view.",
    lines: (file) =>
      roomOf(file.path) === 'admin'
        ? linesOf(
            file.imports.filter(
              ({ target }) => roomOf(target) === 'reader' && !ARTICLE_VIEW.test(target ?? ''),
            ),
          )
        : [],
  },
  {
    sentence: 'The ui has no domain words: it imports nothing of ours.',
    lines: (file) => arrows(file, roomOf, (from, to) => from === 'ui' && to !== null && to !== 'ui'),
  },
  {
    sentence: 'The platform is machinery: it imports nothing of ours.',
    lines: (file) =>
      arrows(file, roomOf, (from, to) => from === 'platform' && to !== null && to !== 'platform'),
  },
  {
    sentence: 'What runs in the browser never reaches a .server.ts module or a module of Node.',
    lines: (file, sources) =>
      serverImportsOfTheClient(sources)
        .filter(({ path }) => path === file.path)
        .map(({ line }) => line),
  },
  {
    sentence: `Only ${CONFIGURATION} reads process.env.`,
    lines: (file) => {
      if (!file.path.startsWith('src/') || file.path === CONFIGURATION) return [];
      const named = file.imports.filter(
        ({ specifier, names }) => /^(?:node:)?process$/.test(specifier) && names.includes('env'),
      );
      return [...file.linesReading('process', 'env'), ...linesOf(named)];
    },
  },
  {
    sentence: `A folder is named for what is in it: ${WORDLESS_FOLDERS.join(', ')} are words that are missing.`,
    lines: (file) =>
      file.path
        .split('/')
        .slice(0, -1)
        .some((name) => WORDLESS_FOLDERS.includes(name))
        ? [1]
        : [],
  },
  {
    sentence: 'Exports have names; default exports only where a framework wants them.',
    lines: (file) => (DEFAULT_EXPORTS.test(file.path) ? [] : file.defaultExports),
  },
  {
    sentence: `dangerouslySetInnerHTML stands only in ${RAW_HTML.join(', ')}.`,
    lines: (file) =>
      file.path.startsWith('src/') && !RAW_HTML.includes(file.path)
        ? file.linesNaming('dangerouslySetInnerHTML')
        : [],
  },
  {
    sentence: 'Nothing public reads the articles table, which holds drafts: take publishedArticles.',
    lines: (file) => {
      if (!PUBLIC_READS.test(file.path) || isTest(file.path)) return [];
      const taken = file.imports.filter(
        ({ target, names }) =>
          target === ARTICLE_TABLES && (names.includes('articles') || names.includes('*')),
      );
      return [...linesOf(taken), ...file.linesSaying(/\b(?:from|join)\s+"?articles\b/i)];
    },
  },
  {
    sentence:
      'A room is entered through the imports map (#domain/…), not by a path that climbs out of another.',
    lines: (file) =>
      linesOf(
        file.imports.filter(({ specifier, target }) => {
          const [from, to] = [roomOf(file.path), roomOf(target)];
          return specifier.startsWith('.') && from !== null && to !== null && from !== to;
        }),
      ),
  },
];

/** `src/reader/home/hero.tsx` → `reader`; null for what stands in no room. */
function roomOf(path: string | null): string | null {
  return path?.match(/^src\/([^/]+)\//)?.[1] ?? null;
}

function nounOf(path: string | null): string | null {
  return path?.match(/^src\/domain\/([^/]+)\//)?.[1] ?? null;
}

function mayKnow(from: string, to: string): boolean {
  if (from === to) return true;
  const [mine, theirs] = [from, to].map((noun) => ORDER_OF_NOUNS.findIndex((step) => step.includes(noun)));
  if (to === ALONE) return from === LAST;
  if (from === ALONE || mine === undefined || theirs === undefined) return false;
  return theirs !== -1 && theirs < mine;
}

function arrows(
  file: SourceFile,
  placeOf: (path: string | null) => string | null,
  isForbidden: (from: string | null, to: string | null) => boolean,
): number[] {
  // A test may bring whatever its subject is tried on.
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
