import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type { InferResponseType } from 'hono/client';
import type { anonymousApi, api } from '../api-client.ts';

type CreationOptions = InferResponseType<typeof api.account.passkeys.options.$post, 200>;
type RequestOptions = InferResponseType<typeof anonymousApi.sessions.passkey.options.$post, 200>;

/** A refusal by the browser, the authenticator or the user. The message is for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Creates a passkey. Throws `PasskeyError`. */
export async function createPasskey(options: CreationOptions): Promise<RegistrationResponseJSON> {
  // Loaded on first use: most sign-ins do without.
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(rethrow);
}

/** Signs a challenge with a passkey of the user. Throws `PasskeyError`. */
export async function signWithPasskey(options: RequestOptions): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(rethrow);
}

/** The names are those of the DOM exceptions (WebAuthn, sections 5.1.3 and 5.1.4). */
function rethrow(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw new PasskeyError(MESSAGES[name] ?? 'The passkey could not be used.', { cause: error });
}

const MESSAGES: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: the request was cancelled, or it took too long.',
  AbortError: 'No passkey was used: the request was cancelled, or it took too long.',
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device cannot verify who you are, for example with a PIN or a fingerprint.',
};
