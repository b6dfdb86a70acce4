import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { invitations, userRoles } from '#domain/accounts/tables.server.ts';
import { makeAccount, PASSWORD, postJson, type TestAccount } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

export interface ApiPerson {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly state: string;
  readonly signed_in_at: string | null;
  readonly invitation_expires_at: string | null;
}

/** Starts an app with a client of an administrator before the tests of a suite. */
export function preparePeopleSite(databaseKind: 'embedded' | 'server') {
  let app: TestApp;
  let admin: TestAccount;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
  });
  afterAll(() => app.close());
  // One administrator for each test: the rules about the last one count all of them.
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await app.database.db.delete(userRoles);
    await app.database.db.delete(invitations);
    admin = await makeAccount(app, { role: 'admin' });
    newsroom = await newsroomApi(app, 'admin', admin);
  });
  afterEach(() => void vi.useRealTimers());

  const list = async () =>
    (await newsroom.request<{ people: ApiPerson[]; total: number }>('GET', '/people')).body;
  const find = async (email: string) => (await list()).people.find((person) => person.email === email);
  const invite = (email: string, role = 'editor', as = newsroom) =>
    as.request<ApiPerson>('POST', '/people', { email, role });
  const change = (id: string, input: unknown, as = newsroom) =>
    as.request<ApiPerson>('PATCH', `/people/${id}`, input);
  const confirm = (token: string) =>
    postJson(app, '/api/email-verifications', { token, name: 'Ines', password: PASSWORD });

  return {
    get app() {
      return app;
    },
    get admin() {
      return admin;
    },
    get newsroom() {
      return newsroom;
    },
    set newsroom(value) {
      newsroom = value;
    },
    find,
    invite,
    change,
    confirm,
  };
}
