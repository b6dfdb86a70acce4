import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findVocabularyViolations } from './check-vocabulary.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vocabulary-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('reports file names and folder names with the replacement', () => {
  write('src/reader/parts/date.tsx');
  write('src/reader/parts/time.css');
  write('test/contact-door.test.ts');
  expect(findVocabularyViolations(root)).toEqual([
    'src/reader/parts: "parts" contains "parts"; use deps (dependencies) or components (folder).',
    'test/contact-door.test.ts: "contact-door.test.ts" contains "door"; use form routes.',
  ]);
});

test('reports every kind of named export with its line', () => {
  write(
    'bench/run.ts',
    [
      'export function whoIs() {}',
      'export class PageMaker {}',
      'export const KEPT_DAYS = 1, rawHTMLWire = 2;',
      'export interface Edition {}',
      'export type HeldPage = string;',
      'const local = 1;',
      'export { local as heatOfPage };',
      "export * as desk from './desk.ts';",
      "export { local as alarm } from './other.ts';",
    ].join('\n'),
  );
  const lines = findVocabularyViolations(root).map((violation) => violation.split(' contains ')[0]);
  expect(lines).toEqual([
    'bench/run.ts:1: "whoIs"',
    'bench/run.ts:2: "PageMaker"',
    'bench/run.ts:3: "KEPT_DAYS"',
    'bench/run.ts:3: "rawHTMLWire"',
    'bench/run.ts:4: "Edition"',
    'bench/run.ts:5: "HeldPage"',
    'bench/run.ts:7: "heatOfPage"',
    'bench/run.ts:8: "desk"',
    'bench/run.ts:9: "alarm"',
  ]);
});

test('accepts other words, exceptions, local names and other folders', () => {
  write('src/http/keep-alive.ts', 'export const singleFlight = 1; const desk = 2; desk;');
  write('src/newsroom/theater.ts', 'export function parseUpload() {}');
  write('scripts/pictures/drawing.ts', 'export const line = 1;');
  write('scripts/drizzle/node_modules/door/parts.ts', 'export const door = 1;');
  write('docs/door.md');
  expect(findVocabularyViolations(root)).toEqual([]);
});
