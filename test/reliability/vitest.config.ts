import { defineConfig } from 'vitest/config';

/** `npm run reliability`: takes too long for every change. Run `npm run build` first. */
export default defineConfig({
  test: {
    include: ['test/reliability/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
