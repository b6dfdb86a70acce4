import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type ESTree, parseSync } from 'vite';

/** One import or re-export declaration, dynamic import or import type. */
export interface Import {
  readonly specifier: string;
  /** Path of the imported file from the root of the project; null for packages and modules of Node.js. */
  readonly target: string | null;
  /** The imported names; `*` for all of them. */
  readonly names: readonly string[];
  /** Erased at compile time. */
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly defaultExports: readonly number[];
  /** Lines with this name as an identifier: a variable, an attribute, a property or a key. */
  linesWithIdentifier(name: string): number[];
  /** Lines that access `object.property`. */
  linesAccessing(object: string, property: string): number[];
  /** Lines with a string or template that matches. */
  linesWithText(pattern: RegExp): number[];
}

export interface Sources {
  readonly files: ReadonlyMap<string, SourceFile>;
}

const FOLDERS = 'src,test,scripts,bench,samples';

export function readSources(root: string): Sources {
  const resolve = resolverOf(root);
  const paths = globSync([`{${FOLDERS}}/**/*.{ts,tsx}`, '*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    // `npm run db:generate` installs drizzle-kit below scripts/.
    .filter((path) => !path.includes('/node_modules/'))
    .toSorted();
  const files = new Map(
    paths.map((path) => [path, readSource(path, readFileSync(join(root, path), 'utf8'), resolve)]),
  );
  return { files };
}

type Resolve = (from: string, specifier: string) => string | null;

/** Resolves relative paths and aliases of the `imports` map in package.json, with its `default` condition. */
function resolverOf(root: string): Resolve {
  const manifest = join(root, 'package.json');
  const { imports = {} }: { imports?: Record<string, string | Record<string, string>> } = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : {};
  const aliases = Object.entries(imports).map(([pattern, target]) => ({
    prefix: pattern.replace(/\*$/, ''),
    exact: !pattern.endsWith('*'),
    target: (typeof target === 'string' ? target : (target.default ?? ''))
      .replace(/^\.\//, '')
      .replace(/\*$/, ''),
  }));
  return (from, specifier) => {
    if (specifier.startsWith('.')) return posix.join(dirname(from), specifier);
    const alias = aliases.find(({ prefix, exact }) =>
      exact ? specifier === prefix : specifier.startsWith(prefix),
    );
    if (!alias) return null;
    return alias.exact ? alias.target : alias.target + specifier.slice(alias.prefix.length);
  };
}

function readSource(path: string, text: string, resolve: Resolve): SourceFile {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const nodes = [...nodesIn(program)];
  const lineOf = (node: { start: number }): number => text.slice(0, node.start).split('\n').length;
  const linesOf = (wanted: (node: ESTree.Node) => boolean): number[] => nodes.filter(wanted).map(lineOf);

  return {
    path,
    imports: nodes
      .flatMap((node) => importsOf(node))
      .map((entry) => ({
        specifier: entry.specifier,
        target: resolve(path, entry.specifier.replace(/\?.*$/, '')),
        names: entry.names,
        typeOnly: entry.typeOnly,
        line: lineOf(entry.node),
      })),
    defaultExports: linesOf(isDefaultExport),
    linesWithIdentifier: (name) =>
      linesOf((node) => (node.type === 'JSXIdentifier' || node.type === 'Identifier') && node.name === name),
    linesAccessing: (object, property) => linesOf((node) => isPropertyAccess(node, object, property)),
    linesWithText: (pattern) =>
      linesOf(
        (node) =>
          (node.type === 'Literal' && typeof node.value === 'string' && pattern.test(node.value)) ||
          (node.type === 'TemplateElement' && pattern.test(node.value.raw)),
      ),
  };
}

function* nodesIn(value: unknown): Generator<ESTree.Node> {
  if (Array.isArray(value)) for (const entry of value) yield* nodesIn(entry);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) yield* nodesIn(child);
  } else if (value !== null && typeof value === 'object' && !(value instanceof RegExp)) {
    for (const child of Object.values(value)) yield* nodesIn(child);
  }
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

interface ParsedImport {
  specifier: string;
  names: string[];
  typeOnly: boolean;
  node: ESTree.Node;
}

const EVERYTHING = ['*'];

function importsOf(node: ESTree.Node): ParsedImport[] {
  if (node.type === 'ImportDeclaration') return [importOf(node)];
  if (node.type === 'ExportNamedDeclaration' && node.source) {
    const names = node.specifiers.map((entry) => nameOf(entry.local));
    return [{ specifier: node.source.value, names, typeOnly: node.exportKind === 'type', node }];
  }
  if (node.type === 'ExportAllDeclaration') {
    return [{ specifier: node.source.value, names: EVERYTHING, typeOnly: node.exportKind === 'type', node }];
  }
  if (node.type === 'ImportExpression' && isStringLiteral(node.source)) {
    return [{ specifier: node.source.value, names: EVERYTHING, typeOnly: false, node }];
  }
  if (node.type === 'TSImportType') {
    return [{ specifier: node.source.value, names: EVERYTHING, typeOnly: true, node }];
  }
  return [];
}

function importOf(node: ESTree.ImportDeclaration): ParsedImport {
  const names = node.specifiers.map((entry) => {
    if (entry.type === 'ImportSpecifier') return nameOf(entry.imported);
    return entry.type === 'ImportDefaultSpecifier' ? 'default' : '*';
  });
  const typeOnly =
    node.importKind === 'type' ||
    (node.specifiers.length > 0 &&
      node.specifiers.every((entry) => entry.type === 'ImportSpecifier' && entry.importKind === 'type'));
  return { specifier: node.source.value, names, typeOnly, node };
}

function isStringLiteral(node: ESTree.Node): node is ESTree.StringLiteral {
  return node.type === 'Literal' && typeof node.value === 'string';
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function isDefaultExport(node: ESTree.Node): boolean {
  if (node.type === 'ExportDefaultDeclaration') return true;
  return (
    node.type === 'ExportNamedDeclaration' &&
    node.specifiers.some((entry) => nameOf(entry.exported) === 'default')
  );
}

/** `object.property`, `object['property']` and `const { property } = object`. */
function isPropertyAccess(node: ESTree.Node, object: string, property: string): boolean {
  if (node.type === 'MemberExpression') {
    if (node.object.type !== 'Identifier' || node.object.name !== object) return false;
    if (node.property.type === 'Identifier') return node.property.name === property;
    return isStringLiteral(node.property) && node.property.value === property;
  }
  if (node.type !== 'VariableDeclarator' || node.init?.type !== 'Identifier' || node.init.name !== object)
    return false;
  return (
    node.id.type === 'ObjectPattern' &&
    node.id.properties.some(
      (entry) => entry.type === 'Property' && entry.key.type === 'Identifier' && entry.key.name === property,
    )
  );
}
