import type { AccountDeps } from '../account-deps.server.ts';
import { ALGORITHMS } from './algorithms.ts';
import { type ChallengeBinding, isChallenge } from './challenge.server.ts';
import { requireRelyingParty } from './passkey-options.server.ts';
import type { Attestation } from './passkey.ts';

/** A credential that an authenticator has created for a challenge of this site. */
export interface NewCredential {
  readonly challenge: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string[];
}

/** Null for a response that is not valid, or not for a challenge of this account. */
export async function verifyAttestation(
  deps: AccountDeps,
  binding: ChallengeBinding & { readonly purpose: 'creation' | 'enrolment' },
  attestation: Attestation,
): Promise<NewCredential | null> {
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty(deps);
  // Loaded on first use: most processes never need it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  let answered = '';
  const { transports, ...response } = attestation.response;
  try {
    if (await hasCertificates(response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => {
        answered = challenge;
        return isChallenge(deps.secret, binding, challenge, deps.clock());
      },
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      challenge: answered,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
    };
  } catch {
    // Every malformed or unexpected part of the response.
    return null;
  }
}

/**
 * Whether an authenticator attests its make, which nobody has asked for. To verify the certificates the library would
 * request the revocation lists that they name, from addresses that the sender of the response chooses.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  // `packed` without certificates is signed with the new key itself.
  return format !== 'none' && !(format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
