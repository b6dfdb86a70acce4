import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test.each([
  ['damaged', (file: string) => writeFileSync(file, 'not a lock'.repeat(500))],
  ['a folder', (file: string) => mkdirSync(file)],
])('a lock file that is %s is reported with instructions and not changed', (_, damage) => {
  damage(`${path}.lock`);
  const lock = () => lockFolder(path);
  expect(lock).toThrow(OperatorError);
  expect(lock).toThrow(
    /The lock file .*database\.lock cannot be used: .*delete the file, and start again\.$/,
  );
  expect(lock).not.toThrow(FolderInUseError);
});

test('the content of a damaged lock file is not changed', () => {
  const content = 'not a lock'.repeat(500);
  writeFileSync(`${path}.lock`, content);
  expect(() => lockFolder(path)).toThrow(OperatorError);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(content);
});
