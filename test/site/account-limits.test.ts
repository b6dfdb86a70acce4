import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAccount, PASSWORD, post, postedMails, signIn, type TestAccount, tokenIn } from '../accounts.ts';
import { kindsFor, type TestApp, testApp } from '../app.ts';

const KINDS = kindsFor(import.meta.filename);

// What is counted here are attempts, a hundred of them; hashing for each would keep a core busy for a minute.
vi.mock('better-auth/crypto', async (load) => ({
  ...(await load<object>()),
  hashPassword: (password: string) => Promise.resolve(`hash of ${password}`),
  verifyPassword: ({ hash, password }: { hash: string; password: string }) =>
    Promise.resolve(hash === `hash of ${password}`),
}));

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe.each(KINDS)('limits of accounts, on the %s database', (on) => {
  let app: TestApp;
  let ada: TestAccount;
  let network = 0;
  beforeAll(async () => {
    app = await testApp({ on, env: { TRUST_PROXY: '1' } });
  }, 60_000);
  afterAll(() => app.close());
  beforeEach(async () => {
    // Noon, so that no test runs over midnight, when what was counted is forgotten.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-06T12:00:00Z') });
    ada = await makeAccount(app);
    network++;
  });
  afterEach(() => void vi.useRealTimers());

  /** One of many networks no other test comes from. */
  const net = (number: number) => `10.${network}.0.${number}`;
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const tryPassword = async (email: string, address: string, password = 'not that one') =>
    (await post(app, '/api/sessions', { email, password }, from(address))).status;

  async function times<T>(count: number, what: (index: number) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    for (let index = 0; index < count; index++) results.push(await what(index));
    return results;
  }

  it('stop guesses on one account from one network, and say when to come back', async () => {
    expect(await times(5, () => tryPassword(ada.email, net(1)))).toEqual([401, 401, 401, 401, 401]);
    const body = { email: ada.email, password: PASSWORD };
    const stopped = await post(app, '/api/sessions', body, from(net(1)));
    expect([stopped.status, await stopped.json()]).toMatchObject([429, { code: 'too_many' }]);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(14 * MINUTE);
    // Neither the account elsewhere nor another account here is touched by it.
    expect(await tryPassword(ada.email, net(2), PASSWORD)).toBe(200);
    expect(await tryPassword('bob@news.example', net(1))).toBe(401);
    later(15 * MINUTE);
    expect(await tryPassword(ada.email, net(1), PASSWORD)).toBe(200);
  });

  it('stop guesses on unknown addresses in the same way', async () => {
    const answers = async (email: string, address: string) =>
      times(7, async () => {
        const answer = await post(app, '/api/sessions', { email, password: 'wrong one' }, from(address));
        return [answer.status, await answer.text(), answer.headers.get('retry-after')];
      });
    expect(await answers('nobody@news.example', net(9))).toEqual(await answers(ada.email, net(8)));
  });

  it('count no attempt that was right', async () => {
    expect(await times(12, () => tryPassword(ada.email, net(1), PASSWORD))).toEqual(
      Array.from({ length: 12 }, () => 200),
    );
    expect(await times(5, () => tryPassword(ada.email, net(1)))).toEqual([401, 401, 401, 401, 401]);
    expect(await tryPassword(ada.email, net(1), PASSWORD)).toBe(429);
  });

  it('stop guesses spread over many networks, but not the owner where the account is at home', async () => {
    expect(await tryPassword(ada.email, net(101), PASSWORD)).toBe(200);
    const guesses = await times(12, (index) => tryPassword(ada.email, net(200 + index)));
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect(guesses.at(-1)).toBe(429);
    expect(await tryPassword(ada.email, net(101), PASSWORD)).toBe(200);
    // Elsewhere the owner waits an hour, and an attacker who goes on does not make it longer.
    expect(await tryPassword(ada.email, net(102), PASSWORD)).toBe(429);
    later(HOUR);
    expect(await tryPassword(ada.email, net(102), PASSWORD)).toBe(200);
  });

  it('stop one password tried on many accounts', async () => {
    const guesses = await times(21, (index) => tryPassword(`person-${index}@spray.example`, net(1)));
    expect(guesses.filter((status) => status === 401)).toHaveLength(20);
    expect(guesses.at(-1)).toBe(429);
    // The same network of IPv6 is everything that shares its first 64 bits.
    const six = await times(6, (index) => tryPassword(ada.email, `2001:db8:1:2::${index + 1}`));
    expect(six).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('let five accounts an hour be created from one network', async () => {
    const create = (index: number, address: string) =>
      post(
        app,
        '/api/accounts',
        { name: 'A', email: `new-${index}@news.example`, password: PASSWORD },
        from(address),
      );
    const statuses = await times(6, async (index) => (await create(index, net(1))).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await create(6, net(2))).status).toBe(201);
  });

  it('let three accounts an hour be tried for an address, whether it has one or not', async () => {
    const create = async (email: string, number: number) => {
      const body = { name: 'A', email, password: PASSWORD };
      return (await post(app, '/api/accounts', body, from(net(number)))).status;
    };
    for (const email of [ada.email, 'three-times@news.example'])
      expect(await times(4, (index) => create(email, 200 + index))).toEqual([201, 201, 201, 429]);
    expect(await postedMails(app, ada.email)).toHaveLength(3);
  });

  it('let three links an hour be asked for an address, known or not, and ten from a network', async () => {
    const ask = async (email: string, address: string) =>
      (await post(app, '/api/password-resets', { email }, from(address))).status;
    for (const email of [ada.email, 'nobody@news.example']) {
      const asked = await times(4, (index) => ask(email, net(200 + index)));
      expect(asked).toEqual([202, 202, 202, 429]);
    }
    const asked = await times(11, (index) => ask(`person-${index}@news.example`, net(1)));
    expect(asked.at(9)).toBe(202);
    expect(asked.at(10)).toBe(429);
  });

  it('let a session be refreshed sixty times a minute', async () => {
    let { refresh_token: token } = await signIn(app, ada);
    const statuses = await times(61, async () => {
      const answer = await post(app, '/api/sessions/refresh', { refresh_token: token });
      if (answer.status === 200) token = ((await answer.json()) as { refresh_token: string }).refresh_token;
      return answer.status;
    });
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses.at(60)).toBe(429);
    later(MINUTE);
    expect((await post(app, '/api/sessions/refresh', { refresh_token: token })).status).toBe(200);
  });

  it('stop a stranger who signed up with an address before its owner, from every network', async () => {
    const email = `claimed-${network}@news.example`;
    const claim = { name: 'Stranger', email, password: 'not that one' };
    await post(app, '/api/accounts', claim, from(net(1)));
    const strangers = Array.from({ length: 4 }, (_, index) => net(50 + index));
    for (const address of strangers) expect(await tryPassword(email, address)).toBe(200);
    const token = tokenIn((await postedMails(app, email))[0], '/admin?verification=');
    const confirmation = { token, password: PASSWORD };
    expect((await post(app, '/api/email-verifications', confirmation, from(net(2)))).status).toBe(204);
    const guesses = [];
    for (const address of strangers) guesses.push(...(await times(4, () => tryPassword(email, address))));
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect(guesses.at(-1)).toBe(429);
    expect(await tryPassword(email, net(2), PASSWORD)).toBe(200);
  });
});
