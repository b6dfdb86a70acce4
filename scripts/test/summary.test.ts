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

test('all passed', () => {
  writeReport(2, [['passed', 'passed']]);
  expect(readSummary(report, 0)).toMatchObject({ passed: 2, failed: 0 });
});

test('a test file that cannot be loaded counts as a failure', () => {
  writeReport(1, [['passed'], []]);
  expect(readSummary(report, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test('an error outside of any test counts as a failure', () => {
  writeReport(1, [['passed']]);
  expect(readSummary(report, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test('a failed test counts once, although its file and the run have failed too', () => {
  writeReport(2, [['passed', 'passed', 'failed']]);
  expect(readSummary(report, 1)).toMatchObject({ passed: 2, failed: 1 });
});

test('a missing report counts as a failure', () => {
  expect(readSummary(report, 0)).toMatchObject({ passed: 0, failed: 1 });
});
