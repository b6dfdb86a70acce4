import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';

/** Declarations that name the left or the right side. */
const PHYSICAL = [
  /^(?:margin|padding|border)-(?:left|right)\b/,
  /^(?:left|right):/,
  /^(?:text-align|float|position-area): .*(?:left|right)/,
];
/** Shorthands with four values, of which the second is on the right and the fourth on the left. */
const SHORTHAND = /^(?:margin|padding|inset): (.+)$/;

/** Values without the spaces inside of functions. */
const split = (values: string) => values.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '()').split(' ');

function isPhysical(declaration: string): boolean {
  const [, values] = SHORTHAND.exec(declaration) ?? [];
  const [, right, , left] = values === undefined ? [] : split(values);
  return PHYSICAL.some((pattern) => pattern.test(declaration)) || (left !== undefined && left !== right);
}

/** Is at the right in every language; and a menu of browsers without popovers. */
const EXCEPTIONS = [
  'src/reader/widget/widget.css: right: max(1rem, env(safe-area-inset-right))',
  'src/reader/widget/widget.css: inset: auto max(1rem, env(safe-area-inset-right)) 5.25rem auto',
  'src/reader/layout/navigation.css: inset: calc(var(--bar-height) + 0.25rem) auto auto 50%',
  'src/reader/layout/navigation.css: inset: 100% auto auto 0',
];

test('style sheets of reader pages have no sides that do not change with the direction of the text', () => {
  const paths = globSync('src/{reader,ui}/**/*.css', { cwd: packageRoot }).filter(
    (path) => !path.endsWith('/right-to-left.css'),
  );
  const declarations = paths.flatMap((path) =>
    Array.from(
      readFileSync(`${packageRoot}/${path}`, 'utf8').matchAll(/^ *([a-z-]+: [^;{}]+);$/gm),
      ([, declaration = '']) => ({ path, declaration: declaration.replaceAll(/\s+/g, ' ') }),
    ),
  );
  expect(declarations.length).toBeGreaterThan(500);
  const found = declarations.filter(({ declaration }) => isPhysical(declaration));
  expect(found.map(({ path, declaration }) => `${path}: ${declaration}`).toSorted()).toEqual(
    EXCEPTIONS.toSorted(),
  );
});

/** A utility class of Tailwind, without its conditions. */
const PHYSICAL_CLASS = /^-?(?:(?:m|p|border-|rounded-)[lr]|left|right|text-left|text-right)(?:-|$)/;

test('neither do utility classes', () => {
  const paths = globSync('src/{reader,ui,islands}/**/*.tsx', { cwd: packageRoot });
  const classes = paths.flatMap((path) =>
    Array.from(
      readFileSync(`${packageRoot}/${path}`, 'utf8').matchAll(/className="([^"]+)"/g),
      ([, names = '']) => names.split(' '),
    ).flat(),
  );
  expect(classes.length).toBeGreaterThan(300);
  const found = classes.filter((name) => PHYSICAL_CLASS.test(name.replace(/^.*:/, '')));
  expect(found).toEqual([]);
});
