import { existsSync, readFileSync } from 'node:fs';

export interface Verdict {
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
 * What the report of Vitest says, made whole: a file that could not be loaded has no failed test in it, and an
 * error outside of any test has no place in the report at all. Neither may pass for green.
 */
export function readVerdict(report: string, exitStatus: number | null): Omit<Verdict, 'seconds'> {
  if (!existsSync(report)) return { name: 'vitest', passed: 0, failed: 1, skipped: 0 };
  const told: Report = JSON.parse(readFileSync(report, 'utf8'));
  const brokenFiles = told.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = told.numFailedTests + brokenFiles;
  return {
    name: 'vitest',
    passed: told.numPassedTests,
    failed: failed === 0 && exitStatus !== 0 ? 1 : failed,
    skipped: told.numPendingTests + told.numTodoTests,
  };
}
