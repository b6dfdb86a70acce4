import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useSiteProcesses } from './site-process.fixture.ts';

const { dataDir, start, failure } = useSiteProcesses();

test('a site prints its URL and how to become admin, keeps its data folder to itself, and stops on SIGINT', async () => {
  const { child, output, ended, ready } = start({ SITE_NAME: 'The Daily Test' });
  const address = await ready();
  expect((await fetch(`${address}/feed.xml`)).status).toBe(200);
  expect(output.out).toContain(`The Daily Test is ready at ${address}`);
  expect(output.out).toContain(
    'To become admin, run: npm run cli -- grant-admin you@example.com --invite, and open the link it prints.\n',
  );
  expect(output.out).toContain(`The data is in ${dataDir}.`);
  expect(output.errors).toBe('');
  const socket = join(dataDir, 'control.sock');
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  expect(await failure({})).toContain('The data folder is in use');
  expect((await fetch(`${address}/feed.xml`)).status).toBe(200);
  expect(existsSync(socket)).toBe(true);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(existsSync(socket)).toBe(false);
});

describe('a failed start prints one message for', () => {
  test('an invalid environment', async () => {
    const { ended, output } = start({ PORT: 'eighty', TIME_ZONE: 'Mars' });
    expect(await ended).toBe(1);
    expect(output.errors.split('\n')).toEqual([
      'The environment has 2 problems:',
      expect.stringContaining('PORT is "eighty"'),
      expect.stringContaining('TIME_ZONE is "Mars"'),
      '',
    ]);
  });

  test('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await failure({ PORT: port })).toContain(`port ${port}: another program uses this port`);
    other.close();
  });
});
