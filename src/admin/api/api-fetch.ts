import { apiErrorFromResponse, unreachableError } from './api-error.ts';
import { setConnectionState } from './connection.ts';

/** Request timeouts in milliseconds. Uploads get more, because 5 MB take long over a slow connection. */
const REQUEST_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 120_000;

/** Statuses a reverse proxy sends when the application server is not available. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/**
 * `fetch` that returns only successful responses and throws `ApiError` otherwise. A request aborted by its caller throws
 * the reason of the caller's signal.
 */
export async function apiFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await send(input, init);
  setConnectionState(GATEWAY_ERRORS.has(response.status) ? 'offline' : 'online');
  if (!response.ok) throw await apiErrorFromResponse(response);
  return response;
}

async function send(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(init.body instanceof Blob ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    return await fetch(input, { ...init, signal });
  } catch (error) {
    init.signal?.throwIfAborted();
    setConnectionState('offline');
    throw unreachableError(error);
  }
}
