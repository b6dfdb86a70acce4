import { and, eq, isNotNull } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import { reportFailedSignIn } from './audit/failed-sign-in.server.ts';
import type { AccountDeps } from './account-deps.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Credentials, NewSession, Session } from './account.ts';
import { type LimitedAction, countAttempt, refundAttempt } from './rate-limits.server.ts';
import { type Client, openSession, recordSignIn, suspendedError } from './new-session.server.ts';
import {
  createCreationOptions,
  type CreationOptions,
  type PasskeyAccount,
} from './passkeys/add-passkey.server.ts';
import { createRequestOptions, type RequestOptions } from './passkeys/passkey-options.server.ts';
import type { HashingClient } from './password-hashing.server.ts';
import { verifyRefreshToken } from './refresh-token.server.ts';
import { appExistsError, beginEnrolment, type Enrolment } from './second-factor/enrolment.server.ts';
import {
  enrolmentRequiredError,
  isSecondFactorEnabled,
  isSecondFactorRequired,
} from './second-factor/requirement.server.ts';
import { passSecondFactor } from './second-factor/sign-in-step.server.ts';
import { account, session, user } from './tables.server.ts';

/**
 * Opens a session. A wrong password and an unknown address get the same error after the same amount of work.
 *
 * Three rate limits apply, and a correct password refunds the attempt: attempts from this network, attempts on this
 * account from this network, and attempts on this account from all networks. The last one stops guesses that are spread
 * over many networks, but anyone could exhaust it to lock the owner out. It therefore does not apply to trusted networks:
 * those from which the correct password or a link from an email was used in the last 90 days. From any other network the
 * owner waits at most an hour, or resets the password by email, which makes that network a trusted one.
 */
export async function signIn(
  deps: AccountDeps,
  credentials: Credentials,
  { network, device }: Client,
): Promise<NewSession> {
  const found = await verifyCredentials(deps, credentials, network);
  const { email, code, passkey, new_passkey: newPasskey } = credentials;
  const { userId } = found;
  const { method, recoveryCodes } = await passSecondFactor(deps, {
    userId,
    code,
    passkey,
    newPasskey,
    network,
  });
  // A new password and a new second factor end every session.
  const opened = await openSession(deps, { userId, device }, async (tx) => {
    const isSamePassword = (await findHash(tx, userId)) === found.hash;
    return isSamePassword && (method !== null || !(await isSecondFactorEnabled(tx, userId)));
  });
  if (!opened) throw wrongPasswordError();
  const detail = method === 'passkey' ? 'password and passkey' : '';
  await recordSignIn(deps, { ...found, email }, { network, detail });
  return { ...opened, recoveryCodes };
}

/**
 * Starts setting up the second factor of an account whose role requires one. The code of the app is then part of the
 * sign-in. Throws as `signIn` does; `forbidden` if nothing is required, `conflict` if a second factor is enabled.
 */
export async function beginRequiredEnrolment(
  deps: AccountDeps,
  credentials: Credentials,
  network: string,
): Promise<Enrolment> {
  const { userId, email } = await requireEnrolment(deps, credentials, network);
  return beginEnrolment(deps, { userId, email });
}

/** The same with a passkey: the attestation is then part of the sign-in. Throws `forbidden` if the site has no passkeys. */
export async function beginRequiredPasskey(
  deps: AccountDeps,
  credentials: Credentials,
  network: string,
): Promise<CreationOptions> {
  return createCreationOptions(deps, await requireEnrolment(deps, credentials, network), 'enrolment');
}

async function requireEnrolment(
  deps: AccountDeps,
  credentials: Credentials,
  network: string,
): Promise<PasskeyAccount> {
  const { userId, name } = await verifyCredentials(deps, credentials, network);
  if (!(await isSecondFactorRequired(deps, userId)))
    throw new DomainError('forbidden', 'Your role does not require a second factor.');
  if (await isSecondFactorEnabled(deps.database.db, userId)) throw appExistsError();
  return { userId, name, email: credentials.email };
}

/** Options for the passkey of the second step of a sign-in. Throws as `signIn` does; `conflict` without a passkey. */
export async function beginPasskeyStep(
  deps: AccountDeps,
  credentials: Credentials,
  network: string,
): Promise<RequestOptions> {
  const { userId } = await verifyCredentials(deps, credentials, network);
  const options = await createRequestOptions(deps, { purpose: 'second-step', userId });
  if (options.allowCredentials.length === 0)
    throw new DomainError('conflict', 'This account has no passkey.');
  return options;
}

/** Checks the password within the rate limits, and that the account is not suspended. */
async function verifyCredentials(
  deps: AccountDeps,
  credentials: Credentials,
  network: string,
): Promise<Credential> {
  const { rateLimit, trustedNetworks, clock } = deps;
  const counted: [LimitedAction, ...string[]][] = [
    ['signInNetwork', network],
    ['signInHere', credentials.email, network],
  ];
  const isKnown = await trustedNetworks.has(credentials.email, network, clock());
  if (!isKnown) counted.push(['signInElsewhere', credentials.email]);
  for (const attempt of counted) await countAttempt(rateLimit, ...attempt);

  const found = await findByPassword(deps, credentials, { key: network, isKnown });
  if (found?.isSuspended === true) throw suspendedError();
  if (!found) {
    await reportFailedSignIn(deps, credentials.email);
    throw wrongPasswordError();
  }
  for (const attempt of counted) await refundAttempt(rateLimit, ...attempt);
  return found;
}

const wrongPasswordError = () => new DomainError('unauthenticated', 'Invalid email or password');

interface Credential {
  readonly userId: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly isSuspended: boolean;
  readonly hash: string;
}

/** Always one query and one hash, so that the timing does not reveal whether the address is known. */
async function findByPassword(
  { database: { db }, hashing }: AccountDeps,
  { email, password }: Credentials,
  client: HashingClient,
): Promise<Credential | null> {
  const [found] = await db
    .select({
      userId: account.userId,
      name: user.name,
      hash: account.password,
      emailVerified: user.emailVerified,
      isSuspended: isNotNull(user.suspendedAt).mapWith(Boolean),
    })
    .from(user)
    .innerJoin(account, isCredentialOf(user.id))
    .where(eq(user.email, email))
    .limit(1);
  if (!found?.hash) {
    await hashing.hash(password, client);
    return null;
  }
  return (await hashing.verify({ hash: found.hash, password }, client))
    ? { ...found, hash: found.hash }
    : null;
}

async function findHash(tx: Transaction, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ hash: account.password })
    .from(account)
    .where(isCredentialOf(userId))
    .limit(1);
  return row?.hash ?? null;
}

const isCredentialOf = (userId: string | typeof user.id) =>
  and(eq(account.userId, userId), eq(account.providerId, 'credential'));

/**
 * Exchanges a refresh token for a new access token and refresh token of the same session, which ends instead if the role requires a
 * second factor that the account does not have.
 * @param key the same for every attempt of one client to exchange the token; null if the client sends none
 */
export async function refresh(deps: AccountDeps, refreshToken: string, key: string | null): Promise<Session> {
  const claim = verifyRefreshToken(refreshToken, deps.secret);
  if (claim !== null) await countAttempt(deps.rateLimit, 'refreshSession', claim.sessionId);
  const renewed = claim && (await (await deps.auth()).api.rotateSession({ body: { ...claim, key } }));
  if (!claim || !renewed)
    throw new DomainError('unauthenticated', 'Your session has ended. Please sign in again.');
  const userId = renewed.user.id;
  if (
    (await isSecondFactorRequired(deps, userId)) &&
    !(await isSecondFactorEnabled(deps.database.db, userId))
  ) {
    await signOut(deps, claim.sessionId);
    throw enrolmentRequiredError();
  }
  return renewed;
}

/** Ends a session. Its refresh token and access tokens become invalid immediately. */
export async function signOut({ database }: AccountDeps, sessionId: string): Promise<void> {
  await database.db.delete(session).where(eq(session.id, sessionId));
}
