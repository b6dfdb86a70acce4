import { afterAll, beforeAll, beforeEach } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';
import { cheapHasher } from '../password-hashing.ts';

export interface Reply {
  readonly status: number;
  readonly body: {
    readonly access_token?: string;
    readonly challenge?: string;
    readonly second_factor?: string;
    readonly secret?: string;
    readonly uri?: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly recovery_codes?: readonly string[];
    readonly [member: string]: unknown;
  };
}

/** An app with its own clock, and Ada, an author with an account and a network of her own in every test. */
export interface AccountSite {
  readonly app: TestApp;
  ada: TestAccount;
  now: Date;
  /** The number of the network from which requests come. */
  networkNumber: number;
  network(): { 'x-forwarded-for': string };
  reply(response: Response): Promise<Reply>;
  /** Whether the session of an access token is open. */
  isAlive(token: string): Promise<boolean>;
  /** Action, object and detail of the events in the audit log since the test began. */
  events(): Promise<string[]>;
}

/**
 * Starts an app before the tests of the enclosing `describe`, and closes it after them.
 * @param startTime the time at which a test starts
 */
export function prepareAccountSite(
  { env, ...options }: Pick<TestAppOptions, 'databaseKind' | 'env' | 'log'>,
  startTime = () => new Date(),
): AccountSite {
  let app: TestApp;
  let ada: TestAccount;
  beforeAll(async () => {
    app = await testApp({
      ...options,
      env: { TRUST_PROXY: '1', ...env },
      hashing: cheapHasher,
      clock: () => site.now,
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    site.now = startTime();
    site.networkNumber += 1;
    ada = await makeAccount(app, { role: 'author', name: 'Ada' });
    await app.database.db.delete(auditEvents);
  });
  const site: AccountSite = {
    get app() {
      return app;
    },
    get ada() {
      return ada;
    },
    set ada(account) {
      ada = account;
    },
    now: startTime(),
    networkNumber: 0,
    network: () => ({ 'x-forwarded-for': `198.51.100.${site.networkNumber}` }),
    async reply(response) {
      const text = await response.text();
      return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Reply['body'] };
    },
    isAlive: async (token) =>
      (await app.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } })).status === 200,
    events: async () =>
      (await app.database.db.select().from(auditEvents).orderBy(auditEvents.id)).map(
        ({ action, objectName, detail }) => `${action} ${objectName} ${detail}`.replaceAll(/ +/g, ' ').trim(),
      ),
  };
  return site;
}
