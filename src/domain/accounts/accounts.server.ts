import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import type { AccountParts } from './account-parts.server.ts';
import type {
  Credentials,
  EmailVerification,
  LinkAccount,
  NewAccount,
  NewPassword,
  Session,
  SignedIn,
} from './account.ts';
import type { Auth } from './auth.server.ts';
import { familiarNetworks } from './familiar-networks.server.ts';
import { type Hashing, inTurn } from './hashing.server.ts';
import { whoIs } from './recognising.server.ts';
import { completePasswordReset, mailResetJob, requestPasswordReset } from './resetting.server.ts';
import { refresh, signIn, signOut } from './signing-in.server.ts';
import { signUp } from './signing-up.server.ts';
import { tidyAccountsJob } from './tidying.server.ts';
import { findEmailVerification, verifyEmail } from './verifying.server.ts';

const ACCESS_SECONDS = 10 * 60;

export interface AccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rateLimit: RateLimit;
  /** Signs tokens and encrypts the keys that do: `authSecret`. */
  readonly secret: string;
  readonly siteName: string;
  /** Without a trailing slash: issuer of the access tokens, and where the links of mails lead. */
  readonly publicUrl: string;
  /** Life of an access token in seconds. Default ten minutes: rights are read from the database anyway, so it may be long enough to be used. */
  readonly accessSeconds?: number;
  /** Default: scrypt, 32 MB, a tenth of a second. */
  readonly hashing?: Hashing;
}

/** A JSON Web Key, public. */
export type PublicKey = Readonly<Record<string, unknown>>;

/**
 * Everything that can be done with an account. A refusal is thrown as a `Refusal`. `network` is where the request comes
 * from, for the limits. Roles are no part of it: the command line grants them, at once or by an invitation link.
 */
export interface Accounts {
  /** Resolves for an address that has an account as for a new one. */
  signUp(given: NewAccount, network: string): Promise<void>;
  /** Whose address this token confirms; throws `gone` when it confirms none. Changes nothing. */
  findEmailVerification(token: string, network: string): Promise<LinkAccount>;
  /** Confirms the address and sets the password. */
  verifyEmail(given: EmailVerification, network: string): Promise<void>;
  signIn(given: Credentials, network: string): Promise<Session>;
  refresh(refreshToken: string): Promise<Session>;
  signOut(sessionId: string): Promise<void>;
  /** Resolves for every address; one that has an account gets a mail. */
  requestPasswordReset(email: string, network: string): Promise<void>;
  completePasswordReset(given: NewPassword, network: string): Promise<void>;
  whoIs(accessToken: string): Promise<SignedIn | null>;
  /** With which anybody can check an access token. */
  publicKeys(): Promise<readonly PublicKey[]>;
  /** What has to be run for it. */
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, secret, accessSeconds = ACCESS_SECONDS } = options;
  const parts: AccountParts = {
    ...options,
    hashing: inTurn(options.hashing ?? scryptHashing),
    familiar: familiarNetworks(database.db, secret),
    auth: once(async () => {
      const { createAuth } = await import('./auth.server.ts');
      return createAuth({ ...options, accessSeconds });
    }),
  };
  const tidying = tidyAccountsJob(parts);
  return {
    signUp: (given, network) => signUp(parts, given, network),
    findEmailVerification: (token, network) => findEmailVerification(parts, token, network),
    verifyEmail: (given, network) => verifyEmail(parts, given, network),
    signIn: (given, network) => signIn(parts, given, network),
    refresh: (refreshToken) => refresh(parts, refreshToken),
    signOut: (sessionId) => signOut(parts, sessionId),
    requestPasswordReset: (email, network) => requestPasswordReset(parts, email, network),
    completePasswordReset: (given, network) => completePasswordReset(parts, given, network),
    whoIs: (accessToken) => whoIs(parts, accessToken),
    publicKeys: async () => PublicKeys.parse(await (await parts.auth()).api.getJwks()).keys,
    jobs: [mailResetJob(parts), tidying],
    recurring: [every({ minutes: 10 }, tidying, {})],
  };
}

const PublicKeys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/** Loaded when first needed: the library behind it is large, and most of what a publication does is reading. */
const scryptHashing: Hashing = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (given) => (await import('better-auth/crypto')).verifyPassword(given),
};

function once(load: () => Promise<Auth>): () => Promise<Auth> {
  let loaded: Promise<Auth> | undefined;
  return () => (loaded ??= load());
}
