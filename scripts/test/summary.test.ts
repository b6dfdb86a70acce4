import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSummary } from './summary.ts';

let folder: string;
let report: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-summary-'));
  report = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

function writeReport(numPassedTests: number, statuses: string[][]): void {
  const testResults = statuses.map((tests) => ({
    status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
    assertionResults: tests.map((status) => ({ status })),
  }));
  const numFailedTests = statuses.flat().filter((status) => status === 'failed').length;
  const counts = { numPassedTests, numFailedTests, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(report, JSON.stringify({ ...counts, testResults }));
}

test.each([
  ['all passed', 2, [['passed', 'passed']], 0, 0],
  ['a test file that cannot be loaded counts as a failure', 1, [['passed'], []], 1, 1],
  ['an error outside of any test counts as a failure', 1, [['passed']], 1, 1],
  ['a failed test counts once, like its file and the run', 2, [['passed', 'passed', 'failed']], 1, 1],
])('%s', (_, passed, statuses, exitCode, failed) => {
  writeReport(passed, statuses);
  expect(readSummary(report, exitCode)).toMatchObject({ passed, failed });
});

test('a missing report counts as a failure', () => {
  expect(readSummary(report, 0)).toMatchObject({ passed: 0, failed: 1 });
});
