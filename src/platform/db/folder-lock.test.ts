import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '#platform/operator-error.ts';
import { FolderInUseError, lockFolder } from './folder-lock.server.ts';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'meridian-lock-')), 'database');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true }));

test('a folder can be locked once at a time', () => {
  const release = lockFolder(path);
  expect(() => lockFolder(path)).toThrow(FolderInUseError);
  release();
  lockFolder(path)();
});

const DAMAGED = 'not a lock'.repeat(500);
test.each([
  ['damaged', (file: string) => writeFileSync(file, DAMAGED), (file: string) => readFileSync(file, 'utf8')],
  ['a folder', (file: string) => mkdirSync(file), (file: string) => statSync(file).isDirectory()],
])('a lock file that is %s is reported with instructions and not changed', (_, damage, read) => {
  damage(`${path}.lock`);
  const before = read(`${path}.lock`);
  const lock = () => lockFolder(path);
  expect(lock).toThrow(OperatorError);
  expect(lock).toThrow(
    /The lock file .*database\.lock cannot be used: .*delete the file, and start again\.$/,
  );
  expect(lock).not.toThrow(FolderInUseError);
  expect(read(`${path}.lock`)).toBe(before);
});
