import { defineConfig } from 'vitest/config';

const BROWSER_TESTS = ['src/**/*.browser.test.ts', 'test/e2e/**/*.test.ts'];

/**
 * In CI, where a failed run blocks a change, a failed test is retried once and the report marks it (`retry x1`).
 * Locally there are no retries, so that flaky tests are noticed and fixed.
 */
const RETRIES = process.env['CI'] === undefined ? 0 : 1;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'test/*.test.ts',
            'test/site/**/*.test.ts',
          ],
          exclude: BROWSER_TESTS,
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/unexpected-console.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          retry: RETRIES,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: BROWSER_TESTS,
          globalSetup: ['test/browser-setup.ts'],
          setupFiles: ['test/unexpected-console.ts'],
          // Generous timeouts, because browsers and servers share two cores.
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
          retry: RETRIES,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // Repeats the main user journeys in Firefox; skipped when it is not installed.
          name: 'firefox',
          environment: 'node',
          include: ['test/firefox/**/*.test.ts'],
          setupFiles: ['test/unexpected-console.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          retry: RETRIES,
          // The same as for Chromium: it is one file, which runs beside the others.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
