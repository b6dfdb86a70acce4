import { defineConfig } from 'vitest/config';

/** The tests beside the mutated modules, none of which needs a browser or a database. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'src/domain/accounts/refresh-token.test.ts',
      'src/domain/articles/{sanitise,body}.test.ts',
      'src/domain/comments/moderation/pipeline.test.ts',
      'src/domain/newsletter/sending/server-health.test.ts',
      'src/http/fast-path/request-head.test.ts',
      'src/http/page-cache/{accept-encoding,canonical-key,change-tracker,if-none-match}.test.ts',
    ],
    testTimeout: 60_000,
  },
});
