import { defineConfig } from 'vitest/config';

const BROWSER_TESTS = ['src/**/*.browser.test.ts', 'test/e2e/**/*.test.ts'];

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
          retry: 0,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
