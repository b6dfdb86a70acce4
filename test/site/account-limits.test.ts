import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import {
  makeAccount,
  outboxMails,
  PASSWORD,
  postJson,
  signIn,
  type TestAccount,
  tokenIn,
} from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { cheapHasher } from '../password-hashing.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe.each(databaseKindsFor(import.meta.filename))('limits of accounts (%s database)', (databaseKind) => {
  let app: TestApp;
  let ada: TestAccount;
  let network = 0;
  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { TRUST_PROXY: '1' }, hashing: cheapHasher });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    // Noon, so that no test crosses midnight, when the counters are reset.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-06T12:00:00Z') });
    ada = await makeAccount(app);
    network++;
  });
  afterEach(() => void vi.useRealTimers());

  /** An address in a network that no other test uses. */
  const net = (number: number) => `10.${network}.0.${number}`;
  const advanceClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const send = (path: string, body: object, address: string) => postJson(app, path, body, from(address));
  const signUp = (email: string, address: string) =>
    send('/api/accounts', { name: 'A', email, password: PASSWORD }, address);
  const reset = (email: string, address: string) => send('/api/password-resets', { email }, address);
  const unknown = (number: number) => `new-${network}-${number}@news.example`;
  const signInStatus = async (email: string, address: string, password = 'not that one') =>
    (await send('/api/sessions', { email, password }, address)).status;

  async function times<T>(count: number, what: (index: number) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    for (let index = 0; index < count; index++) results.push(await what(index));
    return results;
  }

  it('stop guesses for one account from one network, with Retry-After', async () => {
    expect(await times(5, () => signInStatus(ada.email, net(1)))).toEqual([401, 401, 401, 401, 401]);
    const stopped = await send('/api/sessions', { email: ada.email, password: PASSWORD }, net(1));
    expect([stopped.status, await stopped.json()]).toMatchObject([429, { code: 'too_many' }]);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(14 * MINUTE);
    // Neither the account from another network nor another account from this one is affected.
    expect(await signInStatus(ada.email, net(2), PASSWORD)).toBe(200);
    expect(await signInStatus('bob@news.example', net(1))).toBe(401);
    advanceClock(15 * MINUTE);
    expect(await signInStatus(ada.email, net(1), PASSWORD)).toBe(200);
  });

  it('stop guesses for unknown addresses in the same way', async () => {
    const answersTo = async (email: string, address: string) =>
      times(7, async () => {
        const response = await send('/api/sessions', { email, password: 'wrong one' }, address);
        return [response.status, await response.text(), response.headers.get('retry-after')];
      });
    expect(await answersTo('nobody@news.example', net(9))).toEqual(await answersTo(ada.email, net(8)));
  });

  it('do not count successful attempts', async () => {
    expect(await times(12, () => signInStatus(ada.email, net(1), PASSWORD))).toEqual(
      Array.from({ length: 12 }, () => 200),
    );
    expect(await times(5, () => signInStatus(ada.email, net(1)))).toEqual([401, 401, 401, 401, 401]);
    expect(await signInStatus(ada.email, net(1), PASSWORD)).toBe(429);
  });

  it('stop guesses from many networks, but not the owner in a trusted network', async () => {
    expect(await signInStatus(ada.email, net(101), PASSWORD)).toBe(200);
    const guesses = await times(12, (index) => signInStatus(ada.email, net(200 + index)));
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect(guesses.at(-1)).toBe(429);
    expect(await signInStatus(ada.email, net(101), PASSWORD)).toBe(200);
    // In another network the owner waits an hour, and further attacks do not extend it.
    expect(await signInStatus(ada.email, net(102), PASSWORD)).toBe(429);
    advanceClock(HOUR);
    expect(await signInStatus(ada.email, net(102), PASSWORD)).toBe(200);
  });

  it('stop one network that tries many accounts', async () => {
    const guesses = await times(21, (index) => signInStatus(`person-${index}@spray.example`, net(1)));
    expect(guesses.filter((status) => status === 401)).toHaveLength(20);
    expect(guesses.at(-1)).toBe(429);
    // An IPv6 network is a /64.
    const six = await times(6, (index) => signInStatus(ada.email, `2001:db8:1:2::${index + 1}`));
    expect(six).toEqual([401, 401, 401, 401, 401, 429]);
  });

  const HOURLY: readonly (readonly [
    what: string,
    limit: number,
    attempt: (at: number) => Promise<Response>,
  ])[] = [
    ['five new accounts from a network', 5, (at) => signUp(unknown(at), net(1))],
    ['three sign-ups for an address with an account', 3, (at) => signUp(ada.email, net(at))],
    ['three sign-ups for an address without one', 3, (at) => signUp(unknown(0), net(at))],
    ['three links for an address with an account', 3, (at) => reset(ada.email, net(at))],
    ['three links for an address without one', 3, (at) => reset(unknown(0), net(at))],
    ['ten links for a network', 10, (at) => reset(unknown(at), net(1))],
  ];
  it.each(HOURLY)('allow %s in an hour', async (_, limit, attempt) => {
    const statuses = (await times(limit + 1, attempt)).map(({ status }) =>
      status < 300 ? 'accepted' : status,
    );
    expect(statuses).toEqual([...Array.from({ length: limit }, () => 'accepted'), 429]);
    expect((await outboxMails(app, ada.email)).length).toBeLessThanOrEqual(limit);
    expect((await signUp(unknown(99), net(99))).status).toBe(201);
  });

  it('allow 200 new accounts in an hour in total, whatever their networks', async () => {
    vi.setSystemTime(new Date('2031-05-08T12:00:00Z'));
    const statuses = (await times(201, (at) => signUp(unknown(at), net(at)))).map(({ status }) => status);
    expect([new Set(statuses.slice(0, 200)), statuses[200]]).toEqual([new Set([201]), 429]);
    const refused = await signUp(ada.email, net(250));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 59 * MINUTE]).toEqual([429, true]);
    expect(await outboxMails(app, ada.email)).toEqual([]);
    advanceClock(HOUR);
    expect((await signUp(unknown(201), net(251))).status).toBe(201);
  });

  it('allow sixty refreshes of a session a minute', async () => {
    let { refresh_token: token } = await signIn(app, ada);
    const statuses = await times(61, async () => {
      const response = await postJson(app, '/api/sessions/refresh', { refresh_token: token });
      if (response.status === 200)
        token = ((await response.json()) as { refresh_token: string }).refresh_token;
      return response.status;
    });
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses.at(60)).toBe(429);
    advanceClock(MINUTE);
    expect((await postJson(app, '/api/sessions/refresh', { refresh_token: token })).status).toBe(200);
  });

  it('stop an attacker who signed up with an address before its owner, from every network', async () => {
    const email = `claimed-${network}@news.example`;
    const claim = { name: 'Stranger', email, password: 'not that one' };
    await postJson(app, '/api/accounts', claim, from(net(1)));
    const attackerNetworks = Array.from({ length: 4 }, (_, index) => net(50 + index));
    for (const address of attackerNetworks) expect(await signInStatus(email, address)).toBe(200);
    const token = tokenIn((await outboxMails(app, email))[0], '/admin?verification=');
    const confirmation = { token, password: PASSWORD };
    expect((await postJson(app, '/api/email-verifications', confirmation, from(net(2)))).status).toBe(204);
    const guesses = [];
    for (const address of attackerNetworks)
      guesses.push(...(await times(4, () => signInStatus(email, address))));
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect(guesses.at(-1)).toBe(429);
    expect(await signInStatus(email, net(2), PASSWORD)).toBe(200);
  });
});

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const CANARY = 'canarybird';

describe.each(DATABASE_KINDS)('personal data and secrets in the log, on the %s database', (databaseKind) => {
  const lines: string[] = [];
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      log: createLog('trace', (line) => void lines.push(line)),
      env: { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' },
    });
  });
  afterAll(() => app.close());

  it('are absent after every account operation and after a server error', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const email = `${CANARY}@news.example`;
    const password = `${CANARY} with a long tail`;
    const person = await makeAccount(app);
    const request = (path: string, body: object) => postJson(app, path, body, headers);

    for (const name of [`${CANARY} Name`, 'Again']) await request('/api/accounts', { name, email, password });
    await request('/api/accounts', { name: CANARY, email, password, role: CANARY });
    await request('/api/sessions', { email, password: `${CANARY} wrong` });
    const session = (await (await request('/api/sessions', { email, password })).json()) as {
      access_token: string;
      refresh_token: string;
    };
    const authorization = `Bearer ${session.access_token}`;
    await app.fetch(`/api/account?access_token=${session.access_token}`, { headers: { authorization } });
    const verification = tokenIn((await outboxMails(app, email))[0], '/admin?verification=');
    await request('/api/email-verifications/lookup', { token: verification });
    const confirmed = { token: verification, name: CANARY, password: `${password} confirmed` };
    expect((await request('/api/email-verifications', confirmed)).status).toBe(204);
    await request('/api/password-resets', { email });
    await app.jobs.runDue();
    const reset = tokenIn((await outboxMails(app, email)).at(-1), '/login?reset=');
    await request('/api/password-resets/completion', { token: reset, password });
    const again = (await (await request('/api/sessions', { email, password })).json()) as typeof session;
    const own = async (method: string, path: string, body: object) => {
      const authorized = {
        authorization: `Bearer ${again.access_token}`,
        'content-type': 'application/json',
      };
      const init = { method, headers: { ...headers, ...authorized }, body: JSON.stringify(body) };
      return (await app.fetch(path, init)).status;
    };
    expect(await own('PATCH', '/api/account', { name: `${CANARY} renamed` })).toBe(204);
    const moved = { email: `${CANARY}-new@news.example`, current_password: password };
    expect(await own('POST', '/api/account/email-changes', moved)).toBe(202);
    await request('/api/email-changes/confirmation', { token: `${CANARY}.${CANARY}` });
    const changed = { current_password: password, password: `${password} changed` };
    expect(await own('PUT', '/api/account/password', changed)).toBe(204);
    const old = await signIn(app, person);
    await request('/api/sessions/refresh', { refresh_token: old.refresh_token });
    // Two generations later, so that the session is revoked as stolen.
    await app.database.db.execute(sql`update session set previous_token = 'older'`);
    await request('/api/sessions/refresh', { refresh_token: old.refresh_token });
    await app.database.db.execute(sql`alter table account rename to account_gone`);
    expect((await request('/api/sessions', { email, password })).status).toBe(500);
    await app.database.db.execute(sql`alter table account_gone rename to account`);

    const log = lines.join('');
    expect(log).toContain('an old refresh token was reused');
    expect(log).toContain('unexpected error');
    expect(log).toContain('/api/password-resets/completion');
    const secrets = [CANARY, session.access_token, session.refresh_token, verification, reset, PASSWORD];
    const more = [old.access_token, ...old.refresh_token.split('.').slice(1), person.email, '203.0.113.77'];
    for (const secret of [...secrets, ...more]) expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
  });
});
