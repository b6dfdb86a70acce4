import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { session } from '#domain/accounts/tables.server.ts';
import { createLog } from '#platform/log.server.ts';
import { postJson, type TestSession } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import type { DatabaseKind } from '../full.ts';

/** An app whose sessions are tested. Tokens use the clock of the process: the test moves it, while timers keep running. */
export function prepareSessionsSite(databaseKind: DatabaseKind) {
  let app: TestApp;
  const logged: string[] = [];
  beforeAll(async () => {
    app = await testApp({ databaseKind, log: createLog('warn', (line) => void logged.push(line)) });
  });
  afterAll(() => app.close());
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** @param key the idempotency key, by default none */
  const refresh = (token: string, key?: string) =>
    postJson(app, '/api/sessions/refresh', { refresh_token: token }, key ? { 'idempotency-key': key } : {});
  return {
    get app() {
      return app;
    },
    /** The lines of the log since the start. */
    logged,
    advanceClock: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000),
    refresh,
    refreshed: async (token: string, key?: string) =>
      (await (await refresh(token, key)).json()) as TestSession,
    count: (userId: string) => app.database.db.$count(session, eq(session.userId, userId)),
  };
}
