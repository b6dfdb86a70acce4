import { z } from 'zod';
import type { LogoKind } from '#domain/site/appearance/logo.ts';
import { ApiError, apiErrorFromResponse, unreachableError } from '../../api/api-error.ts';
import { api, parseResponse } from '../../api-client.ts';
import { sessionManager } from '../../session/newsroom-session.ts';

const storedPicture = z.object({ url: z.string(), width: z.number(), height: z.number() });
export type StoredPicture = z.infer<typeof storedPicture>;

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the fraction of bytes sent, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

const PICTURES = '/api/newsroom/images';
/** The routes that store a picture. */
export type UploadPath = typeof PICTURES | `/api/newsroom/settings/${LogoKind}s`;

/** Makes the server import a picture of another site. Throws `ApiError`, or the signal's reason if it was aborted. */
export function importPicture(
  url: string,
  { signal }: Pick<UploadOptions, 'signal'>,
): Promise<StoredPicture> {
  return parseResponse(api.newsroom.images.imports.$post({ json: { url } }, { init: { signal } }));
}

/** Milliseconds; 5 MB take long over a slow connection. */
const TIMEOUT_MS = 120_000;

/**
 * Uploads a picture. Uses XMLHttpRequest, because fetch reports no upload progress. Throws `ApiError`, or the signal's
 * reason if it was aborted.
 */
export async function uploadPicture(
  file: File,
  { path = PICTURES, ...options }: UploadOptions & { readonly path?: UploadPath },
): Promise<StoredPicture> {
  const token = sessionManager.current()?.access_token ?? '';
  let response = await post(path, file, token, options);
  if (response.status === 401 && (await sessionManager.refresh(token)) === 'refreshed')
    response = await post(path, file, sessionManager.current()?.access_token ?? '', options);
  if (!response.ok) throw await apiErrorFromResponse(response);
  const { success, data } = storedPicture.safeParse(await response.json());
  if (!success) throw new ApiError('', { status: response.status, code: 'unknown' });
  return data;
}

function post(
  path: UploadPath,
  file: File,
  token: string,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('authorization', `Bearer ${token}`);
  request.setRequestHeader('content-type', file.type);
  request.timeout = TIMEOUT_MS;
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
  request.addEventListener('load', () => {
    const retryAfter = request.getResponseHeader('retry-after');
    const headers = retryAfter === null ? {} : { 'retry-after': retryAfter };
    resolve(new Response(request.responseText, { status: request.status, headers }));
  });
  for (const event of ['error', 'timeout'] as const) {
    request.addEventListener(event, () => reject(unreachableError(event)));
  }
  const abort = () => {
    request.abort();
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', abort, { once: true });
  request.send(file);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
