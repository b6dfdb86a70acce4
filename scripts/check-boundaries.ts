/**
 * Checks which layer may import which, and other rules of the design. Part of `npm run lint`. Optional argument: the
 * root of another project.
 */
import { pathToFileURL } from 'node:url';
import { RULES } from './boundaries/rules.ts';
import { readSources } from './boundaries/sources.ts';

/** One string per violation: `file:line: message of the rule`. */
export function violationsIn(root: string): string[] {
  const sources = readSources(root);
  return RULES.flatMap((rule) =>
    [...sources.files.values()].flatMap((file) =>
      [...new Set(rule.lines(file, sources))].map((line) => `${file.path}:${line}: ${rule.message}`),
    ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = violationsIn(process.argv[2] ?? process.cwd());
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
