import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/slow-files-first.ts';

/** They run before every test file. */
const SETUP_FILES = ['test/openapi-schemas.ts', 'test/unexpected-console.ts', 'test/fresh-sequences.ts'];
const BROWSER_TESTS = ['src/**/*.browser.test.ts', 'test/e2e/**/*.test.ts'];

/**
 * In CI, where a failed run blocks a change, a failed test is retried once and the report marks it (`retry x1`).
 * Locally there are no retries, so that flaky tests are noticed and fixed.
 */
const RETRIES = process.env['CI'] === undefined ? 0 : 1;

/**
 * One more than cores, because some tests wait: for a timeout, a process. Browsers keep the cores busy, so that more
 * workers only make every test slower. Each needs about 1 GB.
 */
const WORKERS = Math.min(availableParallelism() + 1, 8);

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'test/*.test.ts',
            'test/site/**/*.test.ts',
          ],
          exclude: BROWSER_TESTS,
          globalSetup: ['test/global-setup.ts'],
          setupFiles: SETUP_FILES,
          testTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 180_000,
          retry: RETRIES,
          maxWorkers: WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          include: BROWSER_TESTS,
          globalSetup: ['test/browser-setup.ts'],
          setupFiles: SETUP_FILES,
          // Generous timeouts, because browsers and servers share two cores, and a journey audits many states.
          testTimeout: 240_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 180_000,
          retry: RETRIES,
          maxWorkers: WORKERS,
        },
      },
      {
        extends: true,
        test: {
          // Repeats the main user journeys in Firefox; skipped when it is not installed.
          name: 'firefox',
          environment: 'node',
          include: ['test/firefox/**/*.test.ts'],
          setupFiles: SETUP_FILES,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          retry: RETRIES,
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
