import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';

/** A media query about the color scheme that contains nothing but one rule for `:root`. */
const DARK_BLOCK = /@media (?:screen and )?\(prefers-color-scheme: dark\) \{\s*:root \{([^{}]*)\}\s*\}/g;
/** A custom property whose value is a color, or the components of one. */
const COLOR = /^--[\w-]+: (?:#[0-9a-f]{6}|\d{1,3} \d{1,3} \d{1,3})$/;

const styleSheets = globSync('src/**/*.css', { cwd: packageRoot }).map((path) => ({
  path,
  // Comments may contain semicolons.
  css: readFileSync(`${packageRoot}/${path}`, 'utf8').replaceAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, ''),
}));

test('the style sheets change nothing but colors with the color scheme', () => {
  const blocks = styleSheets.flatMap(({ css }) =>
    Array.from(css.matchAll(DARK_BLOCK), ([, body]) => body ?? ''),
  );
  const declarations = blocks.flatMap((body) => body.split(';').map((each) => each.trim())).filter(Boolean);
  expect(declarations.length).toBeGreaterThan(30);
  expect(declarations.filter((declaration) => !COLOR.test(declaration))).toEqual([]);
});

test('no style sheet depends on the color scheme elsewhere', () => {
  const rest = styleSheets.filter(({ css }) =>
    /prefers-color-scheme|light-dark\(/.test(css.replaceAll(DARK_BLOCK, '')),
  );
  expect(rest.map(({ path }) => path)).toEqual([]);
});
