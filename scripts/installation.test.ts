import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './build-state.ts';

interface LockedPackage {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

/** The packages that `npm ci --omit=dev` installs, as paths below the root, including optional peer dependencies. */
const production = Object.entries(locked.packages).filter(([path, { dev }]) => path !== '' && dev !== true);

test('a production installation runs no install script', () => {
  const withScript = production.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(production.length).toBeGreaterThan(100);
  expect(withScript.map(([path]) => path)).toEqual([]);
});

test('a production installation has no drizzle-kit and none of its dependencies', () => {
  const tools = /(?:^|\/)node_modules\/(?:drizzle-kit|esbuild|@esbuild\/.*|@esbuild-kit\/.*|tsx)$/;
  expect(production.map(([path]) => path).filter((path) => tools.test(path))).toEqual([]);
});
