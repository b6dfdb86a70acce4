import { parseResponse, anonymousApi } from '../api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { sessionManager } from '../session/newsroom-session.ts';

interface LogInInput {
  readonly email: string;
  readonly password: string;
  /** Of the second factor. */
  readonly code?: string;
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
      if (input.code !== undefined) sessionManager.emit('MFA_CHALLENGE_VERIFIED');
    },
  };
}

/** Signs in to an account in this browser. Throws an `ApiError` when the server refuses. */
export async function logIn(email: string, password: string): Promise<void> {
  (await openSession({ email, password })).start();
}

/** What a sign-in with the right password lacks. */
export type SecondFactorStep = 'code_required' | 'enrolment_required';

/** Null for any other error. */
export function findSecondFactorStep(error: unknown): SecondFactorStep | null {
  const step = error instanceof ApiError ? error.problem['second_factor'] : undefined;
  return step === 'code_required' || step === 'enrolment_required' ? step : null;
}
