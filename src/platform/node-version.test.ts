import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';

const run = (version: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { requireNodeVersion } from '#platform/node-version.ts'; requireNodeVersion('${version}'); console.log('on')`,
    ],
    { cwd: packageRoot, encoding: 'utf8' },
  );

test('an older Node exits with a one-line message', () => {
  for (const version of ['20.19.5', '22.14.0']) {
    const { status, stdout, stderr } = run(version);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(`^Node 24 or newer is needed, and this is Node ${version}\\. [^\\n]+\\n$`),
    );
  }
});

test.each(['src/main.ts', 'src/cli/main.ts'])('%s imports nothing before the check', (path) => {
  const source = readFileSync(join(packageRoot, path), 'utf8');
  const loaded = Array.from(source.matchAll(/^import .* from '([^']+)'/gm), ([, from]) => from);
  expect(loaded).toEqual(['#platform/node-version.ts']);
});
