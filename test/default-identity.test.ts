import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { packageRoot } from '#platform/package-root.server.ts';

/** The settings themselves, the default of a column, and what is a name of the software. */
const EXCEPTIONS = [
  'src/domain/articles/article-columns.server.ts',
  'src/domain/site/settings/contact-settings.ts',
  'src/domain/site/settings/publication-settings.ts',
  'src/platform/environment.server.ts',
  'src/platform/outbound/checked-request.server.ts',
];

test('no page and no email names the default publication: the code takes its name from the settings', () => {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: packageRoot }).filter(
    (path) => !/\.(?:test|fixture)\.tsx?$/.test(path),
  );
  expect(paths.length).toBeGreaterThan(1_000);
  const name = new RegExp(String.raw`^(?!\s*(?:/?\*|//)).*\b${DEFAULT_SETTINGS.publication_name}\b`, 'm');
  const found = paths.filter((path) => name.test(readFileSync(`${packageRoot}/${path}`, 'utf8')));
  expect(found.toSorted()).toEqual(EXCEPTIONS);
});
