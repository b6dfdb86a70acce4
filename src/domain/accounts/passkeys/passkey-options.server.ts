import { eq } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { type ChallengeBinding, CHALLENGE_LIFETIME_MS, createChallenge } from './challenge.server.ts';
import { findRelyingParty, type RelyingParty } from './relying-party.ts';
import { passkeys } from './tables.server.ts';

/** Names a passkey to a browser. */
export interface CredentialDescriptor {
  readonly id: string;
  readonly type: 'public-key';
  readonly transports: string[];
}

/** Options of `navigator.credentials.get()` as JSON (WebAuthn, section 5.5). */
export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: 'required';
  /** Empty: the user chooses among all passkeys for the site. */
  readonly allowCredentials: CredentialDescriptor[];
}

/** Options for an authenticator that signs a challenge; with an account, only with one of its passkeys. */
export async function createRequestOptions(
  deps: AccountDeps,
  binding: ChallengeBinding,
): Promise<RequestOptions> {
  const { id: rpId } = requireRelyingParty(deps);
  return {
    challenge: createChallenge(deps.secret, binding, deps.clock()),
    rpId,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    allowCredentials: binding.userId === null ? [] : await describePasskeys(deps, binding.userId),
  };
}

/** Throws `forbidden` if the site cannot have passkeys at its URL. */
export function requireRelyingParty({ publicUrl }: AccountDeps): RelyingParty {
  const relyingParty = findRelyingParty(publicUrl);
  if (relyingParty === null)
    throw new DomainError(
      'forbidden',
      'Passkeys need an address that begins with https:// and a domain name.',
    );
  return relyingParty;
}

export async function describePasskeys(
  { database: { db } }: AccountDeps,
  userId: string,
): Promise<CredentialDescriptor[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt);
  return rows.map(({ credentialId: id, transports }) => ({ id, type: 'public-key', transports }));
}
