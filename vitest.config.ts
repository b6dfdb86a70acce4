import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** They run before every test file. */
const SETUP_FILES = [
  'test/openapi-schemas.ts',
  'test/unexpected-console.ts',
  'test/fresh-sequences.ts',
  'test/server-logs.ts',
];
const BROWSER_TESTS = ['src/**/*.browser.test.ts', 'test/e2e/**/*.test.ts'];
/** Only in `npm run test:full`: they wait for time limits, end processes, or measure memory. */
const FULL_TESTS = ['src/**/*.full.test.ts', 'scripts/**/*.full.test.ts', 'test/**/*.full.test.ts'];

/**
 * One more than cores, because some tests wait: for a timeout, a process. Browsers keep the cores busy, so that more
 * workers only make every test slower. Each needs about 1 GB.
 */
const WORKERS = Math.min(availableParallelism() + 1, 8);

/** What all projects have in common. */
const COMMON = {
  environment: 'node',
  setupFiles: SETUP_FILES,
  // They only decide how long a failure takes: what takes seconds on an idle machine takes many times that on a busy one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Short enough that what happens by itself later, such as the end of a stored 404, does not pass for what is tested.
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: WORKERS,
} as const;

/** The tiers are explained in docs/testing.md. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...COMMON,
          name: 'unit',
          isolate: false,
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'test/*.test.ts',
            'test/build/**/*.test.ts',
            'test/site/**/*.test.ts',
          ],
          exclude: [...BROWSER_TESTS, ...FULL_TESTS],
          globalSetup: ['test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...COMMON,
          name: 'full',
          isolate: false,
          include: FULL_TESTS,
          exclude: [...BROWSER_TESTS, 'test/e2e/**', 'test/journeys/**'],
          globalSetup: ['test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...COMMON,
          name: 'journeys',
          isolate: false,
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/browser-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...COMMON,
          name: 'browser',
          isolate: false,
          include: BROWSER_TESTS,
          globalSetup: ['test/browser-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...COMMON,
          // Repeats the main user journeys in Firefox; skipped when it is not installed.
          name: 'firefox',
          include: ['test/firefox/**/*.test.ts'],
        },
      },
    ],
  },
});
