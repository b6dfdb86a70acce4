/** Keeps the rooms of the design apart; part of `npm run lint`. Optional argument: the root of another project. */
import { pathToFileURL } from 'node:url';
import { RULES } from './walls/rules.ts';
import { readSources } from './walls/sources.ts';

/** Each as `file:line: the rule it breaks`. */
export function violationsIn(root: string): string[] {
  const sources = readSources(root);
  return RULES.flatMap((rule) =>
    [...sources.files.values()].flatMap((file) =>
      [...new Set(rule.lines(file, sources))].map((line) => `${file.path}:${line}: ${rule.sentence}`),
    ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = violationsIn(process.argv[2] ?? process.cwd());
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
