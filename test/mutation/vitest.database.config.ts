import { defineConfig } from 'vitest/config';

/** The tests of mutated modules that query the database, on PostgreSQL only, where they take less time. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'src/domain/comments/moderation/pipeline.test.ts',
      'src/domain/newsletter/sending/outcomes.test.ts',
      'test/site/{moderation,sessions}.test.ts',
    ],
    testNamePattern: /server database|^(?!.* database)/,
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/openapi-schemas.ts', 'test/unexpected-console.ts', 'test/fresh-sequences.ts'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
