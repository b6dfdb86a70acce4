import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { lockUser } from '../lock-user.server.ts';
import { endOtherSessions, requireOpenSession } from '../own-account/own-sessions.server.ts';
import { countAttempt, refundAttempt } from '../rate-limits.server.ts';
import { session } from '../tables.server.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.server.ts';
import { isSecondFactorEnabled } from '../second-factor/requirement.server.ts';
import { secondFactors } from '../second-factor/tables.server.ts';
import { ALGORITHMS } from './algorithms.ts';
import { CHALLENGE_LIFETIME_MS, consumeChallenge, createChallenge } from './challenge.server.ts';
import {
  type CredentialDescriptor,
  describePasskeys,
  requireRelyingParty,
} from './passkey-options.server.ts';
import { MAX_PASSKEYS, type Passkey } from './passkey.ts';
import type { NewPasskeyInput } from './passkey-name.ts';
import { passkeys } from './tables.server.ts';
import { invalidPasskeyError } from './use-passkey.server.ts';
import { type NewCredential, verifyAttestation } from './verify-attestation.server.ts';

/** Options of `navigator.credentials.create()` as JSON (WebAuthn, section 5.4). */
export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: { readonly alg: number; readonly type: 'public-key' }[];
  readonly timeout: number;
  readonly attestation: 'none';
  readonly excludeCredentials: CredentialDescriptor[];
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required';
  };
}

/** The account of a new passkey. */
export type PasskeyAccount = Pick<SignedInUser, 'userId' | 'email' | 'name'>;

/** Options for a new passkey of the account. Its challenge shows that the account has proved its factors before. */
export async function createCreationOptions(
  deps: AccountDeps,
  { userId, email, name }: PasskeyAccount,
  purpose: 'creation' | 'enrolment' = 'creation',
): Promise<CreationOptions> {
  const { id } = requireRelyingParty(deps);
  const existing = await describePasskeys(deps, userId);
  if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeysError();
  return {
    challenge: createChallenge(deps.secret, { purpose, userId }, deps.clock()),
    rp: { id, name: deps.sender().name },
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_LIFETIME_MS,
    attestation: 'none',
    excludeCredentials: existing,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

export interface AddedPasskey {
  readonly passkey: Passkey;
  /** Null unless this is the first second factor of the account. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * Adds the passkey that an authenticator has created. The first second factor of an account ends all other sessions.
 *
 * @throws DomainError `unprocessable` with the field `passkey`; `conflict` above the limit or for one that is known
 */
export async function addPasskey(
  deps: AccountDeps,
  owner: SignedInUser,
  input: NewPasskeyInput & { readonly network: string },
): Promise<AddedPasskey> {
  const { userId } = owner;
  return verifyAndStore(deps, input, {
    userId,
    purpose: 'creation',
    requireValid: (tx) => requireOpenSession(tx, owner),
    endSessions: (tx) => endOtherSessions(tx, owner),
  });
}

/**
 * Adds the first passkey of an account in its sign-in, after the password, and returns its recovery codes. Ends all
 * sessions. Throws as `addPasskey` does; `conflict` if the account has a second factor.
 */
export async function enrolPasskey(
  deps: AccountDeps,
  userId: string,
  input: NewPasskeyInput & { readonly network: string },
): Promise<readonly string[]> {
  const { recoveryCodes } = await verifyAndStore(deps, input, {
    userId,
    purpose: 'enrolment',
    requireValid: () => Promise.resolve(),
    endSessions: (tx) => tx.delete(session).where(eq(session.userId, userId)),
  });
  return recoveryCodes ?? [];
}

interface NewPasskeyOwner {
  readonly userId: string;
  /** `enrolment`: it has to be the first second factor. */
  readonly purpose: 'creation' | 'enrolment';
  /** Throws if what the owner has proved is not valid any more. */
  readonly requireValid: (tx: Transaction) => Promise<void>;
  /** Ends sessions that were opened without a second factor. */
  readonly endSessions: (tx: Transaction) => Promise<unknown>;
}

async function verifyAndStore(
  deps: AccountDeps,
  { attestation, name, network }: NewPasskeyInput & { readonly network: string },
  owner: NewPasskeyOwner,
): Promise<AddedPasskey> {
  await countAttempt(deps.rateLimit, 'passkeyNetwork', network);
  const created = await verifyAttestation(deps, owner, attestation);
  if (created === null) throw invalidPasskeyError();
  const added = await store(deps, owner, { ...created, name });
  await refundAttempt(deps.rateLimit, 'passkeyNetwork', network);
  return added;
}

function store(
  { database, clock, secret }: AccountDeps,
  { userId, purpose, requireValid, endSessions }: NewPasskeyOwner,
  { challenge, name, ...credential }: NewCredential & { readonly name: string },
): Promise<AddedPasskey> {
  const now = clock();
  return database.transaction(async (tx) => {
    await lockUser(tx, userId);
    await requireValid(tx);
    if (!(await consumeChallenge(tx, challenge, now))) throw invalidPasskeyError();
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS)
      throw tooManyPasskeysError();
    const isFirst = !(await isSecondFactorEnabled(tx, userId));
    // The password alone allows only the first one.
    if (purpose === 'enrolment' && !isFirst)
      throw new DomainError('conflict', 'A second factor is set up already. Please sign in with it.');
    const passkey = { id: uuidv7(), name, createdAt: now, usedAt: null };
    const stored = await tx
      .insert(passkeys)
      .values({ ...passkey, ...credential, userId })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (stored.length === 0) throw new DomainError('conflict', 'This passkey is in use already.');
    await recordStaffEvent(tx, userId, { action: 'passkey_added', detail: name });
    if (!isFirst) return { passkey, recoveryCodes: null };
    await endSessions(tx);
    // An app that was not confirmed was begun with the password alone.
    await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
    return { passkey, recoveryCodes: await replaceRecoveryCodes(tx, secret, userId) };
  });
}

const tooManyPasskeysError = () =>
  new DomainError('conflict', `An account has at most ${MAX_PASSKEYS} passkeys. Please remove one first.`);
