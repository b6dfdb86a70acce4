import { existsSync, readFileSync } from 'node:fs';

export interface TestSummary {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that failed and passed when they were repeated, each with its error. */
  retried: readonly string[];
  seconds: number;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: TestReport[] }[];
}

interface TestReport {
  status: string;
  fullName: string;
  /** Also of earlier attempts of a test that passed in the end. */
  failureMessages: string[];
}

/**
 * Reads the JSON report of Vitest and adds the failures that it does not count: a test file that could not be loaded
 * has no failed test, and an error outside of any test appears only in the exit status.
 */
export function readSummary(report: string, exitStatus: number | null): Omit<TestSummary, 'seconds'> {
  if (!existsSync(report)) return { name: 'vitest', passed: 0, failed: 1, skipped: 0, retried: [] };
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
    retried: results.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => [test.fullName, ...test.failureMessages].join('\n')),
  };
}
