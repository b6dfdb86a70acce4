import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { openEmbeddedTestDatabase, type TestDatabase } from '../../test/databases.ts';
import type { Command } from './command.ts';
import { findCommand } from './commands.ts';
import { findSocketPath } from './control-path.server.ts';
import { startControlServer } from './control.server.ts';
import { executeCommand } from './execute.server.ts';

let opened: TestDatabase;
let printed: string[];
const folder = mkdtempSync(join(tmpdir(), 'meridian-control-'));
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  opened = await openEmbeddedTestDatabase();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const terminal = {
  print: (line: string) => void printed.push(`print ${line}`),
  printError: (line: string) => void printed.push(`error ${line}`),
};

/** Starts a control server for a data folder of this name. */
async function site(name: string) {
  const config = readConfig({ DATA_DIR: join(folder, name) });
  mkdirSync(config.dataDir, { recursive: true });
  const control = await startControlServer({ config, database: opened.database, log: silentLog });
  closers.push(() => control.close());
  printed = [];
  return config;
}

const command = (name: string): Command => {
  const found = findCommand(name);
  if (!found) throw new Error(`no command ${name}`);
  return found;
};

test('a command runs inside the site; its output and result are returned', async () => {
  const config = await site('plain');
  expect(await executeCommand(command('remove-samples'), [], config, terminal)).toBe(true);
  expect(await executeCommand(command('grant-admin'), ['no@body.example'], config, terminal)).toBe(false);
  expect(printed).toEqual([
    'print There are no sample articles.',
    expect.stringContaining('error There is no account for no@body.example'),
  ]);
});

test('only the owner can open the socket, and closing the site removes it', async () => {
  const config = await site('owner');
  expect(statSync(findSocketPath(config.dataDir)).mode & 0o777).toBe(0o600);
  for (const close of closers.splice(0)) await close();
  expect(existsSync(join(config.dataDir, 'control.sock'))).toBe(false);
  await expect(executeCommand(command('remove-samples'), [], config, terminal)).rejects.toThrow(
    'There is no database in',
  );
});

test('the socket of a killed site is ignored and replaced', async () => {
  const path = join(folder, 'killed', 'control.sock');
  mkdirSync(join(folder, 'killed'));
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await new Promise((resolve) => spawn(process.execPath, ['-e', script]).once('exit', resolve));
  expect(existsSync(path)).toBe(true);
  const stopped = readConfig({ DATA_DIR: join(folder, 'killed') });
  await expect(executeCommand(command('remove-samples'), [], stopped, terminal)).rejects.toThrow(
    'There is no database in',
  );
  const config = await site('killed');
  expect(await executeCommand(command('remove-samples'), [], config, terminal)).toBe(true);
});

test('a path too long for a socket is replaced by a short one that only the owner can access', async () => {
  const config = await site(`long-${'x'.repeat(120)}`);
  const path = findSocketPath(config.dataDir);
  expect(Buffer.byteLength(path)).toBeLessThan(104);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  expect(await executeCommand(command('remove-samples'), [], config, terminal)).toBe(true);
  for (const close of closers.splice(0)) await close();
  expect(existsSync(join(path, '..'))).toBe(false);
});
