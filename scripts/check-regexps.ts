/**
 * Fails on regular expressions in `src/` that take more than linear time for some text, because an attacker could send
 * that text. Part of `npm run lint`. Optional argument: the root of another project.
 *
 * A comment `// regexp-check: REASON` on the line above exempts an expression, for instance because its input is short.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Diagnostics } from 'recheck';
import { type ESTree, parseSync, Visitor } from 'vite';

/** No timeouts: with them the result depends on the load of the machine. */
const NO_TIMEOUTS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };
const EXEMPTION = /^\s*\/\/ regexp-check: \S/;
const IS_TEST = /\.(?:test|fixture)\.tsx?$/;

interface Occurrence {
  readonly file: string;
  readonly line: number;
  /** Null for an expression that is built at run time and cannot be checked. */
  readonly regexp: { readonly pattern: string; readonly flags: string } | null;
}

function occurrencesIn(root: string): Occurrence[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !IS_TEST.test(file));
  return files.toSorted().flatMap((file) => occurrencesOf(file, readFileSync(join(root, file), 'utf8')));
}

function occurrencesOf(file: string, text: string): Occurrence[] {
  const lines = text.split('\n');
  const found: Occurrence[] = [];
  const add = ({ start }: ESTree.Span, regexp: Occurrence['regexp']) => {
    const line = text.slice(0, start).split('\n').length;
    if (!EXEMPTION.test(lines[line - 2] ?? '')) found.push({ file, line, regexp });
  };
  const addBuilt = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') add(node, null);
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node, node.regex);
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  }).visit(parseSync(file, text).program);
  return found;
}

/** The problem with an expression, or null when its time is linear in the length of the text. */
async function problemOf({ regexp }: Occurrence): Promise<string | null> {
  if (regexp === null) return 'is built at run time and cannot be checked';
  const result = await check(regexp.pattern, regexp.flags, NO_TIMEOUTS);
  return describe(result);
}

function describe(result: Diagnostics): string | null {
  if (result.status === 'safe') return null;
  if (result.status === 'unknown') return `cannot be checked (${result.error.kind})`;
  return `takes ${result.complexity.summary} time, for instance on ${result.attack.pattern}`;
}

const found: string[] = [];
// One after the other: each check that begins while the checker has no child process yet would start one more, of 35 MB.
for (const occurrence of occurrencesIn(process.argv[2] ?? process.cwd())) {
  const problem = await problemOf(occurrence);
  if (problem === null) continue;
  const { file, line, regexp } = occurrence;
  const written = regexp === null ? 'This expression' : `/${regexp.pattern}/${regexp.flags}`;
  found.push(`${file}:${line}: ${written} ${problem}`);
}
for (const problem of found) console.error(problem);
// The checker leaves a child process running, which would keep this process alive.
process.exit(found.length > 0 ? 1 : 0);
