import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'regexps-'));
  mkdirSync(join(root, 'src/domain'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

/** Runs the check and returns its exit code and the reported lines. */
async function check(text: string): Promise<{ code: number; lines: string[] }> {
  writeFileSync(join(root, 'src/domain/text.ts'), text);
  const script = join(packageRoot, 'scripts/check-regexps.ts');
  const { code, stderr } = await promisify(execFile)(process.execPath, [script, root]).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  return { code, lines: stderr.split('\n').filter((line) => line.startsWith('src')) };
}

test('reports the file and line of an expression that is slow for some text', async () => {
  const { code, lines } = await check(
    [
      'export const spaces = / +\\n/g;',
      'export const nested = /^(a+)+$/;',
      'export const tag = /<[^>]*>/;',
      'export const images = /<img[^>]*\\ssrc="([^"]+)"/g;',
      "export const built = (word: string) => new RegExp(word, 'i');",
    ].join('\n'),
  );
  expect(code).toBe(1);
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(
    [1, 2, 3, 4, 5].map((line) => `src/domain/text.ts:${line}:`),
  );
  expect(lines[0]).toContain("/ +\\n/g takes 2nd degree polynomial time, for instance on ' '.repeat(");
  expect(lines[1]).toContain('takes exponential time');
});

test('accepts linear expressions, and slow ones with a reason', async () => {
  const text = [
    'export const word = /^[a-z]+$/;',
    'export const tag = /<[^<>]*>/g;',
    '// regexp-check: the input has at most ten characters.',
    'export const nested = /^(a+)+$/;',
  ].join('\n');
  expect(await check(text)).toEqual({ code: 0, lines: [] });
  expect((await check(text.replace(': the input has at most ten characters.', ':'))).code).toBe(1);
});
