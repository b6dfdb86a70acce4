import { z } from 'zod';
import { ApiError, errorFrom, unreachable } from '../../api/api-error.ts';
import { sessionFetch } from '../../api/session-fetch.ts';
import { sessionKeeper } from '../../session/newsroom-session.ts';

const storedPicture = z.object({ url: z.string(), width: z.number(), height: z.number() });
export type StoredPicture = z.infer<typeof storedPicture>;

export interface Sending {
  readonly signal: AbortSignal;
  /** From 0 to 1, of the bytes that have left. */
  readonly onProgress: (share: number) => void;
}

/**
 * Has the server fetch a picture of another site into the store. Throws `ApiError`, or the signal's reason when it was
 * given up.
 */
export async function importPicture(
  url: string,
  { signal }: Pick<Sending, 'signal'>,
): Promise<StoredPicture> {
  const response = await sessionFetch('/api/newsroom/images/imports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
    signal,
  });
  return storedPicture.parse(await response.json());
}

/** Milliseconds; 5 MB take their time over a poor line. */
const PATIENCE = 120_000;

/**
 * Puts a picture into the store. By XMLHttpRequest, because fetch does not tell how much has been sent. Throws
 * `ApiError`, or the signal's reason when it was given up.
 */
export async function sendPicture(file: File, sending: Sending): Promise<StoredPicture> {
  const token = sessionKeeper.current()?.access_token ?? '';
  let response = await post(file, token, sending);
  if (response.status === 401 && (await sessionKeeper.renew(token)) === 'renewed')
    response = await post(file, sessionKeeper.current()?.access_token ?? '', sending);
  if (!response.ok) throw await errorFrom(response);
  const { success, data } = storedPicture.safeParse(await response.json());
  if (!success) throw new ApiError('', { status: response.status, code: 'unknown' });
  return data;
}

function post(file: File, token: string, { signal, onProgress }: Sending): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open('POST', '/api/newsroom/images');
  request.setRequestHeader('authorization', `Bearer ${token}`);
  request.setRequestHeader('content-type', file.type);
  request.timeout = PATIENCE;
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
  request.addEventListener('load', () => {
    const retryAfter = request.getResponseHeader('retry-after');
    const headers = retryAfter === null ? {} : { 'retry-after': retryAfter };
    resolve(new Response(request.responseText, { status: request.status, headers }));
  });
  for (const event of ['error', 'timeout'] as const) {
    request.addEventListener(event, () => reject(unreachable(event)));
  }
  const abort = () => {
    request.abort();
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', abort, { once: true });
  request.send(file);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
