import { z } from 'zod';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import type { Log } from '#platform/log.server.ts';
import type { DeliverableAddresses } from '#platform/mail/deliverable-address.ts';
import type { MailSender } from '#platform/mail/mail-layout.tsx';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import type { AccountDeps } from './account-deps.server.ts';
import type {
  Credentials,
  EmailVerificationInput,
  LinkAccount,
  NewSession,
  SignUpInput,
  PasswordResetInput,
  Session,
  SignedInUser,
} from './account.ts';
import { createOwnTokens, type OwnTokens } from './api-tokens/own-tokens.server.ts';
import { createPeoplesTokens, type PeoplesTokens } from './api-tokens/peoples-tokens.server.ts';
import { createTokenVerifier, type VerifyToken } from './api-tokens/verify-token.server.ts';
import type { Auth } from './auth.server.ts';
import { failedSignInJob } from './audit/failed-sign-in.server.ts';
import { createTrustedNetworks } from './trusted-networks.server.ts';
import { type PasswordHasher, limitConcurrency } from './password-hashing.server.ts';
import { authenticate } from './authentication.server.ts';
import { completePasswordReset, sendResetLinkJob, requestPasswordReset } from './password-reset.server.ts';
import type { Client } from './new-session.server.ts';
import { createOwnPasskeys, type OwnPasskeys } from './passkeys/own-passkeys.server.ts';
import type { CreationOptions } from './passkeys/add-passkey.server.ts';
import { createRequestOptions, type RequestOptions } from './passkeys/passkey-options.server.ts';
import { signInWithPasskey } from './passkeys/passkey-sign-in.server.ts';
import type { Assertion } from './passkeys/passkey.ts';
import { createPeople, type People } from './people/people.server.ts';
import { createOwnAccount, type OwnAccount } from './own-account/own-account.server.ts';
import type { Enrolment } from './second-factor/enrolment.server.ts';
import type { OnReducedAccess } from './reduced-access.ts';
import { createSecondFactor, type SecondFactor } from './second-factor/second-factor.server.ts';
import {
  beginPasskeyStep,
  beginRequiredEnrolment,
  beginRequiredPasskey,
  refresh,
  signIn,
  signOut,
} from './sign-in.server.ts';
import { signUp } from './sign-up.server.ts';
import { accountsCleanupJob } from './cleanup.server.ts';
import { findEmailVerification, verifyEmail } from './email-verification.server.ts';

const ACCESS_SECONDS = 10 * 60;

export interface AccountsOptions extends CommandDeps {
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly addresses: DeliverableAddresses;
  /** The `authSecret`: signs refresh tokens and encrypts the signing keys of the access tokens. */
  readonly secret: string;
  /** The publication as the sender of emails, and base URL of the links; it can change at runtime. */
  readonly sender: () => MailSender;
  /** Whether anyone can create an account. Called at each sign-up. */
  readonly isSignUpOpen: () => Promise<boolean>;
  /** The roles that require a second factor. Called at each sign-in. */
  readonly secondFactorRoles: () => Promise<readonly string[]>;
  readonly onReducedAccess: OnReducedAccess;
  /** Issuer of the access tokens, without a trailing slash. */
  readonly publicUrl: string;
  /**
   * Lifetime of an access token in seconds. Default: ten minutes. Every request reads the role from the database, so a
   * longer lifetime does not delay a change of role.
   */
  readonly accessSeconds?: number;
  /** Default: scrypt, which takes 32 MB and about 0.1 s. */
  readonly hashing?: PasswordHasher;
}

/** A public JSON Web Key. */
export type PublicKey = Readonly<Record<string, unknown>>;

/**
 * All account commands. A rejected command throws a `DomainError`. `network` identifies the origin of the request for the
 * rate limits.
 */
export interface Accounts {
  /** Resolves in the same way for an address that already has an account. Throws `forbidden` while sign-up is closed. */
  signUp(input: SignUpInput, network: string): Promise<void>;
  /** Returns the account whose address this token confirms, without using the token. Throws `gone` if there is none. */
  findEmailVerification(token: string, network: string): Promise<LinkAccount>;
  /** Confirms the address and sets the password. */
  verifyEmail(input: EmailVerificationInput, network: string): Promise<void>;
  /** With a second factor, the request needs the code as well: before that there is no session. */
  signIn(input: Credentials, client: Client): Promise<NewSession>;
  /** Starts setting up the second factor that the role requires, with the password and before there is a session. */
  beginRequiredEnrolment(input: Credentials, network: string): Promise<Enrolment>;
  /** The same with a passkey in place of the app. */
  beginRequiredPasskey(input: Credentials, network: string): Promise<CreationOptions>;
  /** Options for a passkey; with credentials, for the second step of the sign-in to that account. */
  beginPasskeySignIn(input: Credentials | null, network: string): Promise<RequestOptions>;
  /** A passkey takes the place of the password and the second factor. */
  signInWithPasskey(input: Assertion, client: Client): Promise<Session>;
  /** `key`: the same for every attempt of one client to exchange the token; null if the client sends none. */
  refresh(refreshToken: string, key: string | null): Promise<Session>;
  signOut(sessionId: string): Promise<void>;
  /** Resolves for every address. Sends an email only to an address that has an account. */
  requestPasswordReset(email: string, network: string): Promise<void>;
  completePasswordReset(input: PasswordResetInput, network: string): Promise<void>;
  authenticate(accessToken: string): Promise<SignedInUser | null>;
  /** The owner of an API token, with what the token permits. */
  readonly verifyApiToken: VerifyToken;
  /** The keys that verify access tokens. */
  publicKeys(): Promise<readonly PublicKey[]>;
  readonly people: People;
  readonly own: OwnAccount;
  readonly secondFactor: SecondFactor;
  readonly passkeys: OwnPasskeys;
  readonly tokens: OwnTokens;
  readonly peoplesTokens: PeoplesTokens;
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, secret, accessSeconds = ACCESS_SECONDS } = options;
  const deps: AccountDeps = {
    ...options,
    hashing: limitConcurrency(options.hashing ?? scryptHasher),
    trustedNetworks: createTrustedNetworks(database.db, secret),
    auth: loadOnce(async () => {
      const { createAuth } = await import('./auth.server.ts');
      return createAuth({ ...options, accessSeconds });
    }),
  };
  const cleanup = accountsCleanupJob(deps);
  return {
    signUp: (input, network) => signUp(deps, input, network),
    findEmailVerification: (token, network) => findEmailVerification(deps, token, network),
    verifyEmail: (input, network) => verifyEmail(deps, input, network),
    signIn: (input, client) => signIn(deps, input, client),
    beginRequiredEnrolment: (input, network) => beginRequiredEnrolment(deps, input, network),
    beginRequiredPasskey: (input, network) => beginRequiredPasskey(deps, input, network),
    beginPasskeySignIn: (input, network) =>
      input === null
        ? createRequestOptions(deps, { purpose: 'sign-in', userId: null })
        : beginPasskeyStep(deps, input, network),
    signInWithPasskey: (input, client) => signInWithPasskey(deps, input, client),
    refresh: (refreshToken, key) => refresh(deps, refreshToken, key),
    signOut: (sessionId) => signOut(deps, sessionId),
    requestPasswordReset: (email, network) => requestPasswordReset(deps, email, network),
    completePasswordReset: (input, network) => completePasswordReset(deps, input, network),
    authenticate: (accessToken) => authenticate(deps, accessToken),
    verifyApiToken: createTokenVerifier(deps),
    publicKeys: async () => PublicKeys.parse(await (await deps.auth()).api.getJwks()).keys,
    people: createPeople(deps),
    own: createOwnAccount(deps),
    secondFactor: createSecondFactor(deps),
    passkeys: createOwnPasskeys(deps),
    tokens: createOwnTokens(deps),
    peoplesTokens: createPeoplesTokens(deps),
    jobs: [sendResetLinkJob(deps), failedSignInJob(deps), cleanup],
    recurring: [every({ minutes: 10 }, cleanup, {})],
  };
}

const PublicKeys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/** Imports the library on first use: it is large, and most processes never hash a password. */
const scryptHasher: PasswordHasher = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (input) => (await import('better-auth/crypto')).verifyPassword(input),
};

function loadOnce(load: () => Promise<Auth>): () => Promise<Auth> {
  let loaded: Promise<Auth> | undefined;
  return () => (loaded ??= load());
}
