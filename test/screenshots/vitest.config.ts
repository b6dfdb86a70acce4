import { defineConfig } from 'vitest/config';

/** `npm run screenshots`: pictures for a person to look at. Run `npm run build` first. */
export default defineConfig({
  test: {
    include: ['test/screenshots/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
