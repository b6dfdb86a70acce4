import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { silentLog } from '#platform/log.server.ts';
import { createRateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { type Accounts, type AccountsOptions, createAccounts } from './accounts.server.ts';
import type { Hashing } from './hashing.server.ts';
import { resetLink } from './reset-link.server.ts';
import { session } from './tables.server.ts';

const SECRET = 's'.repeat(43);
const PASSWORD = 'nine small herons fishing';

/** Quick, and tells how often it was asked. */
function countedHashing(): Hashing & { asked: number } {
  const hashing = {
    asked: 0,
    hash: (password: string) => {
      hashing.asked++;
      return Promise.resolve(`hash of ${password}`);
    },
    verify: ({ hash, password }: { hash: string; password: string }) => {
      hashing.asked++;
      return Promise.resolve(hash === `hash of ${password}`);
    },
  };
  return hashing;
}

describe.each(databases)('accounts on the $name database', ({ open }) => {
  let opened: TestDatabase;
  let hashing: ReturnType<typeof countedHashing>;
  let accounts: Accounts;
  let networks = 0;
  /** Each a new one, so that no limit is met. */
  const network = () => `198.51.100.${++networks}`;
  const accountsWith = (options: Partial<AccountsOptions> = {}) =>
    createAccounts({
      database: opened.database,
      clock: systemClock,
      log: silentLog,
      rateLimit: createRateLimit({ database: opened.database, clock: systemClock, key: SECRET }),
      secret: SECRET,
      siteName: 'The Test',
      publicUrl: 'https://news.example',
      hashing,
      ...options,
    });
  const signIn = (site: Accounts) =>
    site.signIn({ email: 'ada@news.example', password: PASSWORD }, network());

  beforeAll(async () => {
    opened = await open();
    hashing = countedHashing();
    accounts = accountsWith();
    await accounts.signUp({ name: 'Ada', email: 'ada@news.example', password: PASSWORD }, network());
  }, 60_000);
  afterAll(() => opened.close());

  /** How often a password was hashed for it. */
  async function work(done: Promise<unknown>): Promise<number> {
    const before = hashing.asked;
    await done.catch(() => undefined);
    return hashing.asked - before;
  }

  it('do the same work for an address they know and for one they do not', async () => {
    const person = { name: 'Somebody', password: 'another fine phrase' };
    const everything = async (email: string) => [
      await work(accounts.signUp({ ...person, email }, network())),
      await work(accounts.requestPasswordReset(email, network())),
      await work(accounts.signIn({ email, password: 'not that one' }, network())),
    ];
    expect(await everything('ada@news.example')).toEqual([1, 0, 1]);
    expect(await everything('free@news.example')).toEqual([1, 0, 1]);
    expect(await work(accounts.signIn({ email: 'nobody@news.example', password: PASSWORD }, network()))).toBe(
      1,
    );
  });

  it('hash nothing for what is refused before: a weak password, a link that is none', async () => {
    const weak = { name: 'A', email: 'a@news.example', password: 'qwertyuiop' };
    expect(await work(accounts.signUp(weak, network()))).toBe(0);
    expect(await work(accounts.completePasswordReset({ token: 'none', password: PASSWORD }, network()))).toBe(
      0,
    );
  });

  it('open no session with a password that is replaced while it is compared', async () => {
    const person = { name: 'Joan', email: 'joan@news.example', password: PASSWORD };
    await accounts.signUp(person, network());
    const credentials = { email: person.email, password: PASSWORD };
    const { id: userId } = (await accounts.signIn(credentials, network())).user;
    const link = await opened.database.transaction((tx) =>
      resetLink(tx, userId, 'https://news.example', new Date()),
    );
    const [, token = ''] = link.split('reset=');
    const slow = accountsWith({
      hashing: {
        hash: (password) => hashing.hash(password),
        async verify(given) {
          await accounts.completePasswordReset({ token, password: 'four calm otters swimming' }, network());
          return hashing.verify(given);
        },
      },
    });
    await expect(slow.signIn(credentials, network())).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await opened.database.db.$count(session, eq(session.userId, userId))).toBe(0);
  });

  it('know their tokens in every process that has the same secret', async () => {
    const { accessToken, user } = await signIn(accounts);
    expect(await accountsWith().whoIs(accessToken)).toMatchObject({ userId: user.id, role: null });
  });

  it('know a key that another process has made meanwhile', async () => {
    const other = accountsWith({ secret: 'o'.repeat(43) });
    await expect(signIn(other)).resolves.toBeDefined();
    const third = accountsWith({ secret: 'o'.repeat(43) });
    expect(await third.whoIs((await signIn(other)).accessToken)).not.toBeNull();
  });

  it('take no token that was made for another site', async () => {
    const elsewhere = accountsWith({ publicUrl: 'https://other.example' });
    const { accessToken } = await signIn(elsewhere);
    expect(await elsewhere.whoIs(accessToken)).not.toBeNull();
    expect(await accounts.whoIs(accessToken)).toBeNull();
  });

  it('go on after the secret was lost: everybody signs in again', async () => {
    const before = await signIn(accounts);
    const restored = accountsWith({ secret: 'n'.repeat(43) });
    expect(await restored.whoIs(before.accessToken)).toBeNull();
    await expect(restored.refresh(before.refreshToken)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await restored.whoIs((await signIn(restored)).accessToken)).not.toBeNull();
  });

  it('let a token live as long as they are told', async () => {
    const brief = accountsWith({ accessSeconds: 1 });
    const { accessToken, expiresIn } = await signIn(brief);
    expect(expiresIn).toBe(1);
    await expect.poll(() => brief.whoIs(accessToken), { timeout: 5_000 }).toBeNull();
  });
});
