import { defineConfig } from 'vitest/config';

const BROWSER_TESTS = ['src/**/*.browser.test.ts', 'test/e2e/**/*.test.ts'];

/**
 * Only where a whole run stands between a change and its landing: what fails there is run once more, and the report
 * marks it (`retry x1`). At a desk a test that fails now and then fails, so that it is mended.
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
          // Waiting is cheap where nothing is wrong, and two cores are shared by browsers and servers.
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
          // The main journeys once more; skipped where no Firefox is installed.
          name: 'firefox',
          environment: 'node',
          include: ['test/firefox/**/*.test.ts'],
          setupFiles: ['test/unexpected-console.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          retry: RETRIES,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
