import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { silentLog } from '#platform/log.server.ts';
import { createDeliverableAddresses } from '#platform/mail/deliverable-address.ts';
import { createRateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { databases } from '../../../test/databases.ts';
import { totpCode } from '../../../test/totp.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { type Accounts, type AccountsOptions, createAccounts } from './accounts.server.ts';
import type { PasswordHasher } from './password-hashing.server.ts';
import { createResetLink } from './reset-link.server.ts';
import { session } from './tables.server.ts';

const SECRET = 's'.repeat(43);
const PASSWORD = 'nine small herons fishing';

/** A fast fake that counts its calls. */
function createCountingHasher(): PasswordHasher & { calls: number } {
  const hashing = {
    calls: 0,
    hash: (password: string) => {
      hashing.calls++;
      return Promise.resolve(`hash of ${password}`);
    },
    verify: ({ hash, password }: { hash: string; password: string }) => {
      hashing.calls++;
      return Promise.resolve(hash === `hash of ${password}`);
    },
  };
  return hashing;
}

describe.each(databases)('accounts ($name database)', ({ open }) => {
  const opened = useDatabase(open);
  let hashing: ReturnType<typeof createCountingHasher>;
  let accounts: Accounts;
  let networks = 0;
  /** A new address for each call, so that no rate limit applies. */
  const network = () => `198.51.100.${++networks}`;
  const accountsWith = (options: Partial<AccountsOptions> = {}) =>
    createAccounts({
      database: opened.database,
      clock: systemClock,
      log: silentLog,
      rateLimit: createRateLimit({ database: opened.database, clock: systemClock, key: SECRET }),
      addresses: createDeliverableAddresses(),
      secret: SECRET,
      sender: () => ({
        name: 'The Test',
        url: 'https://news.example',
        address: [],
        logo: null,
        locale: 'en',
        accents: { light: { accent: '#b3361f', on: '#ffffff' }, dark: { accent: '#f08a6e', on: '#1d0d08' } },
      }),
      isSignUpOpen: () => Promise.resolve(true),
      secondFactorRoles: () => Promise.resolve([]),
      onReducedAccess: () => Promise.resolve(),
      publicUrl: 'https://news.example',
      hashing,
      ...options,
    });
  const client = () => ({ network: network(), device: null });
  const signIn = (site: Accounts) => site.signIn({ email: 'ada@news.example', password: PASSWORD }, client());

  beforeAll(async () => {
    hashing = createCountingHasher();
    accounts = accountsWith();
    await accounts.signUp({ name: 'Ada', email: 'ada@news.example', password: PASSWORD }, network());
  });

  /** Counts how often a password was hashed while the promise was pending. */
  async function countHashes(done: Promise<unknown>): Promise<number> {
    const before = hashing.calls;
    await done.catch(() => undefined);
    return hashing.calls - before;
  }

  it('hash equally often for a known and an unknown address', async () => {
    const person = { name: 'Someone', password: 'another fine phrase' };
    const countAll = async (email: string) => [
      await countHashes(accounts.signUp({ ...person, email }, network())),
      await countHashes(accounts.requestPasswordReset(email, network())),
      await countHashes(accounts.signIn({ email, password: 'not that one' }, client())),
    ];
    expect(await countAll('ada@news.example')).toEqual([1, 0, 1]);
    expect(await countAll('free@news.example')).toEqual([1, 0, 1]);
    expect(
      await countHashes(accounts.signIn({ email: 'nobody@news.example', password: PASSWORD }, client())),
    ).toBe(1);
  });

  it('open no session if the password is replaced while it is being verified', async () => {
    const person = { name: 'Joan', email: 'joan@news.example', password: PASSWORD };
    await accounts.signUp(person, network());
    const credentials = { email: person.email, password: PASSWORD };
    const { id: userId } = (await accounts.signIn(credentials, client())).user;
    const link = await opened.database.transaction((tx) =>
      createResetLink(tx, userId, 'https://news.example', new Date()),
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
    await expect(slow.signIn(credentials, client())).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await opened.database.db.$count(session, eq(session.userId, userId))).toBe(0);
  });

  it('open no session if a second factor is enabled while the sign-in continues without one', async () => {
    const person = { name: 'Hedy', email: 'hedy@news.example', password: PASSWORD };
    await accounts.signUp(person, network());
    const credentials = { email: person.email, password: PASSWORD };
    const own = await accounts.signIn(credentials, client());
    const owner = await accounts.authenticate(own.accessToken);
    if (owner === null) throw new Error('The session of the owner is not valid');
    const overlapping = accountsWith({
      // Asked after the sign-in has found no second factor.
      async secondFactorRoles() {
        const { secret } = await accounts.secondFactor.begin(owner, {
          current_password: PASSWORD,
          network: network(),
        });
        const code = totpCode(secret, systemClock());
        await accounts.secondFactor.confirm(owner, { code, network: network() });
        return [];
      },
    });
    await expect(overlapping.signIn(credentials, client())).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const left = await opened.database.db.select().from(session).where(eq(session.userId, own.user.id));
    expect(left.map(({ id }) => id)).toEqual([owner.sessionId]);
  });

  it('reject a token that was issued for another site', async () => {
    const elsewhere = accountsWith({ publicUrl: 'https://other.example' });
    const { accessToken } = await signIn(elsewhere);
    expect(await elsewhere.authenticate(accessToken)).not.toBeNull();
    expect(await accounts.authenticate(accessToken)).toBeNull();
  });

  it('require a new sign-in after the secret has changed', async () => {
    const before = await signIn(accounts);
    const restored = accountsWith({ secret: 'n'.repeat(43) });
    expect(await restored.authenticate(before.accessToken)).toBeNull();
    await expect(restored.refresh(before.refreshToken, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await restored.authenticate((await signIn(restored)).accessToken)).not.toBeNull();
  });
});
