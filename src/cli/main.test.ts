import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillDataDir } from '../../test/databases.ts';
import { BUILT_CLI, COMPILE_CACHE, WITHOUT_OPTIMIZATION } from '../../test/short-lived.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';

const folder = useTemporaryFolder();

const dataDir = join(folder, 'data');

function startCli(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...WITHOUT_OPTIMIZATION, BUILT_CLI, ...args], {
    env: { DATA_DIR: dataDir, ...COMPILE_CACHE },
  });
}

function cli(...args: string[]): Promise<{ code: number | null; out: string; errors: string }> {
  const child = startCli(...args);
  const output = { out: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.errors += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...output })));
}

test('help lists every command', async () => {
  const { code, out } = await cli('help');
  expect(code).toBe(0);
  expect(out).toMatch(/grant-admin EMAIL \[--invite \| --force\] +grants the admin role/);
});

test('reports a usage error with exit code 2', async () => {
  expect(await cli('make-coffee')).toEqual({
    code: 2,
    out: '',
    errors: 'There is no command "make-coffee". npm run cli -- help lists them.\n',
  });
  expect(await cli('doctor', '--sing')).toMatchObject({
    code: 2,
    errors: expect.stringContaining("'--sing'"),
  });
});

test('works on the data folder of a stopped site, with options before and after the arguments', async () => {
  expect(await cli('grant-admin', 'a@b.example')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Start the site once: npm start'),
  });
  await fillDataDir(dataDir);
  expect(await cli('grant-admin', '--invite', 'c@d.example')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/admin\?verification=/),
    errors: '',
  });
  expect(await cli('grant-admin', 'c@d.example')).toMatchObject({
    code: 1,
    out: '',
    errors: expect.stringMatching(/^The address c@d\.example is not confirmed.* --invite .* --force .*\n$/),
  });
  expect(await cli('grant-admin', 'c@d.example', '--force')).toMatchObject({
    code: 0,
    out: expect.stringContaining('c@d.example is an admin now.'),
  });
});
