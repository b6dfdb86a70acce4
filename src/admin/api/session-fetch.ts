import { sessionKeeper } from '../session/newsroom-session.ts';
import { ApiError, unreachable } from './api-error.ts';
import { openFetch } from './open-fetch.ts';

/**
 * `openFetch` in the name of whoever is signed in. A 401 is answered with one renewal of the session and one more try;
 * when that is refused as well the session is over. A server out of reach ends nothing.
 */
export async function sessionFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const token = sessionKeeper.current()?.access_token ?? '';
  try {
    return await openFetch(input, withToken(init, token));
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    const renewal = await sessionKeeper.renew(token);
    if (renewal === 'unreachable') throw unreachable(error);
    if (renewal === 'ended') throw error;
  }
  return secondTry(input, init);
}

async function secondTry(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  try {
    return await openFetch(input, withToken(init, sessionKeeper.current()?.access_token ?? ''));
  } catch (error) {
    if (isUnauthenticated(error)) sessionKeeper.signedOut();
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
