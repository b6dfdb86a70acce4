/**
 * Fails on words in file names and exported identifiers that have a standard term; part of `npm run lint`. Optional
 * argument: the root of another project.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ESTree, parseSync } from 'vite';

/** Words, or several words joined by hyphens, and the term to use instead. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  aftermath: 'submission result',
  alarm: 'wake signal',
  anew: 're-rendered, or "again"',
  announce: 'invalidate',
  announcing: 'invalidation',
  ask: 'request',
  asked: 'requested',
  asking: 'request',
  circumstances: 'save context',
  'coming-again': 'recurring',
  complaint: 'field error, or "error"',
  complaints: 'field errors',
  desk: 'what it is: deps, editor session, newsletter admin, panel',
  door: 'form routes',
  doorkeeper: 'token verifier',
  draw: 'render',
  drawing: 'rendering',
  drawn: 'rendered',
  edition: 'revision ref',
  excuse: 'the HTTP term, for example serve-stale',
  fault: 'error',
  faults: 'field errors, or "errors"',
  flight: 'single-flight',
  flights: 'single-flight',
  'found-notice': 'recovered-draft notice',
  haste: 'too fast',
  heat: 'read score',
  held: 'pending (comment), scheduled (issue) or personal data',
  journal: 'autosave',
  keep: 'store, retain or what the function does',
  keepable: 'storable',
  keeper: 'what it is: store, manager, autosave',
  kept: 'stored, or retention for a duration',
  lane: 'connection',
  'last-slots': 'last run by slot',
  lent: 'leased, or "acquired"',
  letter: 'issue, newsletter or email',
  letters: 'issues, newsletters or emails',
  made: 'rendered, or "created"',
  maker: 'renderer',
  manuscript: 'article input',
  mistake: 'field error, or "error"',
  mistakes: 'field errors, or "errors"',
  'own-data': 'personal data',
  parts: 'deps (dependencies) or components (folder)',
  popularity: 'hit counts',
  'put-up': 'publish',
  recognising: 'authentication',
  recognizing: 'authentication',
  refusal: 'domain error, rejection or the HTTP status',
  refusals: 'rejections',
  renewal: 'revalidation (page) or refresh (session)',
  renewals: 'revalidation (pages) or refreshes (session)',
  'require-editor': 'require admin',
  'return-to-text': 'focus editor',
  room: 'layer (of the source) or the name of the folder',
  rooms: 'layers (of the source)',
  settling: 'recording of outcomes',
  sister: 'the role, for example other process',
  somebody: 'the role, for example reader or admin',
  stranger: 'the role, for example anonymous client',
  surroundings: 'environment',
  'take-along': 'export data',
  'take-down': 'unpublish',
  'taking-along': 'export',
  'taking-back': 'undo',
  'text-figures': 'word count',
  'text-frame': 'editor shell',
  trespass: 'violation',
  trouble: 'error',
  typed: 'input, or form values',
  verdict: 'result, or the name of the state',
  walls: 'boundaries',
  'who-is': 'authenticate',
  wire: 'raw response',
  wish: 'request',
  withheld: 'deferred',
};

interface Exception {
  /** Words joined by hyphens; they may occur in a longer name. */
  readonly words: string;
  readonly reason: string;
  /** A path prefix; by default the words are allowed everywhere. */
  readonly folder?: string;
}

const EXCEPTIONS: readonly Exception[] = [
  { words: 'held-by', reason: 'PostgreSQL documentation uses "held" for locks' },
  { words: 'in-flight', reason: 'the usual term for requests without a response' },
  { words: 'keep-alive', reason: 'the term of RFC 9112 for persistent connections' },
  { words: 'keep-parser-unoptimized', reason: 'preserves a state; stores nothing' },
  { words: 'max-refusals', reason: 'counts deliveries with the stored state "refused"' },
  { words: 'single-flight', reason: 'the usual term for sharing one run between concurrent callers' },
  { words: 'drawing', reason: 'this folder draws pictures as SVG', folder: 'scripts/pictures/' },
];

/** One string per violation: `file:line: message`, without a line for file names. */
export function findVocabularyViolations(root: string): string[] {
  const files = globSync('{src,test,scripts,bench}/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relativePath(root, join(entry.parentPath, entry.name)))
    .toSorted();
  return [...pathViolations(files), ...files.flatMap((file) => exportViolations(root, file))];
}

function relativePath(root: string, path: string): string {
  return path.slice(join(root, '/').length).replaceAll('\\', '/');
}

/** Checks every file name, and every folder name once. */
function pathViolations(files: readonly string[]): string[] {
  const paths = new Set(
    files.flatMap((file) => file.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))),
  );
  return [...paths].flatMap((path) =>
    messagesFor(path.slice(path.lastIndexOf('/') + 1), path).map((message) => `${path}: ${message}`),
  );
}

function exportViolations(root: string, file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  const text = readFileSync(join(root, file), 'utf8');
  return parseSync(file, text).program.body.flatMap((statement) =>
    exportedNames(statement).flatMap((name) => {
      const line = text.slice(0, statement.start).split('\n').length;
      return messagesFor(name, file).map((message) => `${file}:${line}: ${message}`);
    }),
  );
}

function exportedNames(statement: ESTree.Program['body'][number]): string[] {
  if (statement.type === 'ExportAllDeclaration')
    return statement.exported === null ? [] : [nameOf(statement.exported)];
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  if (declaration === null) return specifiers.map(({ exported }) => nameOf(exported));
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  const { id } = declaration;
  return id?.type === 'Identifier' ? [id.name] : [];
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function messagesFor(name: string, path: string): string[] {
  const words = `-${wordsOf(name).join('-')}-`;
  const checked = EXCEPTIONS.filter(({ folder = '' }) => path.startsWith(folder)).reduce(
    (rest, exception) => rest.replaceAll(`-${exception.words}-`, '-,-'),
    words,
  );
  return Object.entries(REPLACEMENTS)
    .filter(([word]) => checked.includes(`-${word}-`))
    .map(([word, replacement]) => `"${name}" contains "${word}"; use ${replacement}.`);
}

/** `readersParts`, `READERS_PARTS` and `readers-parts.ts` → readers, parts. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = findVocabularyViolations(process.argv[2] ?? process.cwd());
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
