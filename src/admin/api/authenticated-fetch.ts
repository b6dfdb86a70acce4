import { sessionManager } from '../session/newsroom-session.ts';
import { ApiError, unreachableError } from './api-error.ts';
import { apiFetch } from './api-fetch.ts';

/**
 * `apiFetch` with the access token of the session. On 401 it refreshes the session once and repeats the request; a
 * second 401 ends the session. An unreachable server does not end the session.
 */
export async function authenticatedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const token = sessionManager.current()?.access_token ?? '';
  try {
    return await apiFetch(input, withToken(init, token));
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    const result = await sessionManager.refresh(token);
    if (result === 'unreachable') throw unreachableError(error);
    if (result === 'ended') throw error;
  }
  return retryWithNewToken(input, init);
}

async function retryWithNewToken(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const token = sessionManager.current()?.access_token ?? '';
  try {
    return await apiFetch(input, withToken(init, token));
  } catch (error) {
    // Not a session that was opened during the request.
    if (isUnauthenticated(error) && sessionManager.current()?.access_token === token)
      sessionManager.clearSession();
    throw error;
  }
}

function withToken(init: RequestInit, token: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
