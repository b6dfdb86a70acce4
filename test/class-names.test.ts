import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';

/** Style sheets that change elements of all others for one medium. */
const MEDIA = /\/(?:forced-colors|print)\.css$/;
/** The selector of a rule, outside of media queries and lists, that is one class. */
const OWN_RULE = /(?<!,\n)^ {2}\.([a-z][\w-]*) \{$/gm;

/** All style sheets of the newsroom are one file in the browser, as those of the reader site are. */
test.each(['src/admin', 'src/reader'])('a class is styled by one style sheet of %s', (folder) => {
  const paths = globSync(`${folder}/**/*.css`, { cwd: packageRoot }).filter((path) => !MEDIA.test(path));
  const owners = new Map<string, Set<string>>();
  for (const path of paths)
    for (const [, name = ''] of readFileSync(`${packageRoot}/${path}`, 'utf8').matchAll(OWN_RULE))
      owners.set(name, (owners.get(name) ?? new Set()).add(path));
  expect(owners.size).toBeGreaterThan(50);
  const shared = [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files]);
  expect(shared).toEqual([]);
});
