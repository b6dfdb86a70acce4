import { errorFrom, unreachable } from './api-error.ts';
import { noteConnection } from './connection.ts';

/** Milliseconds until an answer counts as lost; a picture of 5 MB takes its time over a poor line. */
const PATIENCE = 30_000;
const PATIENCE_FOR_UPLOADS = 120_000;

/** Answers of whoever stands in front of a server that is not there. */
const GATEWAY = new Set([502, 503, 504]);

/**
 * `fetch` that answers only when all is well: whatever else happens is thrown as `ApiError`. A request its caller has
 * given up throws the caller's reason.
 */
export async function openFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await ask(input, init);
  noteConnection(GATEWAY.has(response.status) ? 'lost' : 'good');
  if (!response.ok) throw await errorFrom(response);
  return response;
}

async function ask(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const patience = AbortSignal.timeout(init.body instanceof Blob ? PATIENCE_FOR_UPLOADS : PATIENCE);
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience;
  try {
    return await fetch(input, { ...init, signal });
  } catch (error) {
    init.signal?.throwIfAborted();
    noteConnection('lost');
    throw unreachable(error);
  }
}
