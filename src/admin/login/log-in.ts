import { parseResponse, anonymousApi } from '../api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { createPasskey, signWithPasskey } from '../passkeys/authenticator.ts';
import { defaultPasskeyName } from '../passkeys/default-passkey-name.ts';
import { sessionManager } from '../session/newsroom-session.ts';

interface LogInInput {
  readonly email: string;
  readonly password: string;
  /** Of the second factor. */
  readonly code?: string;
  /** In place of the code. */
  readonly passkey?: Awaited<ReturnType<typeof signWithPasskey>>;
  /** In place of the first code. */
  readonly new_passkey?: {
    readonly name: string;
    readonly attestation: Awaited<ReturnType<typeof createPasskey>>;
  };
}

/** A session that the server has opened. */
export interface OpenedSession {
  /** Ten new codes, if this sign-in has set up the second factor. */
  readonly recoveryCodes: readonly string[] | null;
  /** Signs in to the account in this browser. */
  readonly start: () => void;
}

/** Opens a session. Throws an `ApiError` when the server refuses. */
export async function openSession(input: LogInInput): Promise<OpenedSession> {
  const { recovery_codes: recoveryCodes = null, ...session } = await parseResponse(
    anonymousApi.sessions.$post({ json: input }),
  );
  return {
    recoveryCodes,
    start() {
      sessionManager.setSession(session);
      if ([input.code, input.passkey, input.new_passkey].some((factor) => factor !== undefined))
        sessionManager.emit('MFA_CHALLENGE_VERIFIED');
    },
  };
}

/** Signs in to an account in this browser. Throws an `ApiError` when the server refuses. */
export async function logIn(email: string, password: string): Promise<void> {
  (await openSession({ email, password })).start();
}

/** Opens a session with a passkey alone. Throws `PasskeyError`, or an `ApiError` when the server refuses. */
export async function openPasskeySession(): Promise<OpenedSession> {
  const { passkey: route } = anonymousApi.sessions;
  const passkey = await signWithPasskey(await parseResponse(route.options.$post({ json: {} })));
  const session = await parseResponse(route.$post({ json: { passkey } }));
  return {
    recoveryCodes: null,
    start() {
      sessionManager.setSession(session);
      sessionManager.emit('MFA_CHALLENGE_VERIFIED');
    },
  };
}

/** Opens a session with the password and a passkey of that account. Throws as `openPasskeySession` does. */
export async function openSessionWithPasskey(credentials: LogInInput): Promise<OpenedSession> {
  const { options } = anonymousApi.sessions.passkey;
  const passkey = await signWithPasskey(await parseResponse(options.$post({ json: credentials })));
  return openSession({ ...credentials, passkey });
}

/** Opens a session with the password, and sets up a passkey as the second factor. Throws as `openPasskeySession` does. */
export async function openSessionWithNewPasskey(credentials: LogInInput): Promise<OpenedSession> {
  const { passkey: route } = anonymousApi.sessions['second-factor'];
  const attestation = await createPasskey(await parseResponse(route.$post({ json: credentials })));
  return openSession({ ...credentials, new_passkey: { name: defaultPasskeyName(), attestation } });
}

/** What a sign-in with the right password lacks. */
export type SecondFactorStep =
  | { readonly kind: 'code_required'; readonly hasApp: boolean; readonly hasPasskey: boolean }
  | { readonly kind: 'enrolment_required' };

/** Null for any other error. */
export function findSecondFactorStep(error: unknown): SecondFactorStep | null {
  if (!(error instanceof ApiError)) return null;
  const { second_factor: kind, has_app: hasApp, has_passkey: hasPasskey } = error.problem;
  if (kind === 'enrolment_required') return { kind };
  return kind === 'code_required' ? { kind, hasApp: hasApp === true, hasPasskey: hasPasskey === true } : null;
}
