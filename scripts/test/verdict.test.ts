import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVerdict } from './verdict.ts';

let folder: string;
let report: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verdict-'));
  report = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

function tell(numPassedTests: number, statuses: string[][]): void {
  const testResults = statuses.map((tests) => ({
    status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
    assertionResults: tests.map((status) => ({ status })),
  }));
  const numFailedTests = statuses.flat().filter((status) => status === 'failed').length;
  const counts = { numPassedTests, numFailedTests, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(report, JSON.stringify({ ...counts, testResults }));
}

test('all passed', () => {
  tell(2, [['passed', 'passed']]);
  expect(readVerdict(report, 0)).toMatchObject({ passed: 2, failed: 0 });
});

test('a file that cannot be loaded is a failure', () => {
  tell(1, [['passed'], []]);
  expect(readVerdict(report, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test('an error outside of every test is a failure', () => {
  tell(1, [['passed']]);
  expect(readVerdict(report, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test('no report is a failure', () => {
  expect(readVerdict(report, 0)).toMatchObject({ passed: 0, failed: 1 });
});
