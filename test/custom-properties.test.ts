/** Tailwind drops a theme variable that its own style sheet does not use, whatever others beside it do. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuilt, root } from '../scripts/build-state.ts';

const assets = join(root, 'dist/client/assets');
const read = (name: string) =>
  globSync(`${name}-????????.css`, { cwd: assets })
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .join('\n');
const propertiesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

/** Properties that Base UI and components set in `style` attributes. */
const setByComponents = new Set([
  '--available-height',
  ...globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((path) =>
    propertiesIn(readFileSync(join(root, path), 'utf8'), /['"`](--[\w-]+)['"`]/g),
  ),
]);

test.skipIf(!isBuilt()).each([
  ['home page', ['entry', 'home', 'toaster']],
  ['home page with the latest articles', ['entry', 'home-with-latest', 'toaster']],
  ['article', ['entry', 'article', 'toaster']],
  ['shared preview', ['entry', 'article-preview', 'toaster']],
  ['search', ['entry', 'search', 'toaster']],
  ['previews of the newsroom', ['admin', 'article-body']],
])('the style sheets of the %s declare every custom property that they use', (_, names) => {
  const css = names.map(read).join('\n');
  const declared = new Set(propertiesIn(css, /(?:^|[{;\s@])(?:property )?(--[\w-]+)\s*[:{]/g));
  // A use with a fallback works without a declaration.
  const used = propertiesIn(css, /var\((--[\w-]+)\)/g);
  expect(used.length).toBeGreaterThan(50);
  expect([...new Set(used)].filter((name) => !declared.has(name) && !setByComponents.has(name))).toEqual([]);
});

test.skipIf(!isBuilt())('no other style sheet is built', () => {
  expect(
    globSync('*.css', { cwd: assets })
      .map((file) => basename(file).replace(/-[\w-]{8}\.css$/, ''))
      .toSorted(),
  ).toEqual([
    'about',
    'admin',
    'article',
    'article-body',
    'article-preview',
    'entry',
    'feed',
    'home',
    'home-with-latest',
    'right-to-left',
    'search',
    'secondary-pages',
    'toaster',
  ]);
});
