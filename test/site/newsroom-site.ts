import { afterAll, beforeAll } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

/** A site and a client of its newsroom API. Both exist while tests run. */
export interface NewsroomSite {
  readonly app: TestApp;
  readonly newsroom: NewsroomApi;
  /** Returns the body of a page as text. */
  text(path: string): Promise<string>;
  /** Returns the HTTP status of a page. */
  statusOf(path: string): Promise<number>;
}

/** A site whose clock stands at `now`, which tests set. */
export interface ClockedNewsroomSite extends NewsroomSite {
  now: Date;
}

/** The account of the client of the newsroom API; by default an administrator. */
interface ClientAccount {
  readonly role?: Role;
  readonly name?: string;
}

/** Opens a site before the tests of the enclosing `describe`, and closes it after them. */
export function prepareNewsroomSite(
  options: TestAppOptions,
  { role = 'admin', ...account }: ClientAccount = {},
): NewsroomSite {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp(options);
    newsroom = await newsroomApi(app, role, await makeAccount(app, { role, ...account }));
  });
  afterAll(() => app.close());
  return {
    get app() {
      return app;
    },
    get newsroom() {
      return newsroom;
    },
    text: async (path) => (await app.fetch(path)).text(),
    statusOf: async (path) => (await app.fetch(path)).status,
  };
}

/** `prepareNewsroomSite` with a clock, which starts at the present time. */
export function prepareClockedNewsroomSite(
  options: Omit<TestAppOptions, 'clock'>,
  account?: ClientAccount,
): ClockedNewsroomSite {
  const site: ClockedNewsroomSite = Object.assign(
    prepareNewsroomSite({ ...options, clock: () => site.now }, account),
    { now: new Date() },
  );
  return site;
}

/** Creates an account and a client of the newsroom API for each role, before the tests of the enclosing `describe`. */
export function prepareClients(site: NewsroomSite, roles: readonly Role[]) {
  const accounts = new Map<Role, TestAccount>();
  const clients = new Map<Role, NewsroomApi>();
  beforeAll(async () => {
    for (const role of roles) {
      const account = await makeAccount(site.app, { role, name: `The ${role}` });
      accounts.set(role, account);
      clients.set(role, await newsroomApi(site.app, role, account));
    }
  });

  /** The client of the account with this role. */
  function as(role: Role): NewsroomApi {
    const client = clients.get(role);
    if (client === undefined) throw new Error(`no client is ${role}`);
    return client;
  }
  return { accounts, as };
}
