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

/** What `npm ci --omit=dev` installs, as paths below the root. An optional peer of a dependency is among it. */
const production = Object.entries(locked.packages).filter(([path, { dev }]) => path !== '' && dev !== true);

test('an installation for production runs no install script', () => {
  const withScript = production.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(production.length).toBeGreaterThan(100);
  expect(withScript.map(([path]) => path)).toEqual([]);
});

test('an installation for production has no tool that only writes migrations or bundles for it', () => {
  const tools = /(?:^|\/)node_modules\/(?:drizzle-kit|esbuild|@esbuild\/.*|@esbuild-kit\/.*|tsx)$/;
  expect(production.map(([path]) => path).filter((path) => tools.test(path))).toEqual([]);
});
