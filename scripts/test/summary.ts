import { existsSync, readFileSync } from 'node:fs';

export interface TestSummary {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * Reads the JSON report of Vitest and adds the failures that it does not count: a test file that could not be loaded
 * has no failed test, and an error outside of any test appears only in the exit status.
 */
export function readSummary(report: string, exitStatus: number | null): Omit<TestSummary, 'seconds'> {
  if (!existsSync(report)) return { name: 'vitest', passed: 0, failed: 1, skipped: 0 };
  const results: Report = JSON.parse(readFileSync(report, 'utf8'));
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = results.numFailedTests + brokenFiles;
  return {
    name: 'vitest',
    passed: results.numPassedTests,
    failed: failed === 0 && exitStatus !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
