import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { withDeadline } from '#platform/deadline.ts';
import { contentTypeOf, isStorageKey } from './key.ts';
import { readAhead } from './read-ahead.ts';
import { type ChunkSource, limitStalls, STORAGE_TIMEOUT_MS } from './stall-limit.ts';
import type { Storage, StoredHead, StoredRange } from './storage.ts';
import { StorageError } from './storage-error.ts';

export interface S3StorageOptions {
  /** URL of the service, without the bucket: path-style addressing is used. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /**
   * Timeout of one attempt in milliseconds; for `get`, until the headers arrive. Default 5,000: enough for the largest
   * image file over a slow connection, and short enough for all attempts to end within `limitMs`.
   */
  readonly timeoutMs?: number;
  /** Milliseconds for all attempts of one call, and the total time for which a body may stall. */
  readonly limitMs?: number;
  /** Maximum number of attempts. Default 3. */
  readonly attempts?: number;
}

/** Milliseconds before the second attempt; doubled for each further attempt. */
const MIN_BACKOFF_MS = 200;
const NOT_FOUND = 404;
/** Statuses after which a retry may succeed. */
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504]);
const MAX_ERROR_BODY_BYTES = 10_000;

/**
 * Stores files in a bucket of an S3-compatible service. Requests and uploaded bodies are signed (Signature Version 4).
 */
export function s3Storage(options: S3StorageOptions): Storage {
  const {
    endpoint,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    timeoutMs = 5_000,
    limitMs = STORAGE_TIMEOUT_MS,
    attempts = 3,
  } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = `${withoutTrailingSlashes(endpoint)}/${bucket}/`;

  const toError = (what: string) => (error: unknown) =>
    new StorageError(`The picture store at ${endpoint} ${what}: ${describeCause(error)}.`, { cause: error });
  const noResponse = toError('does not answer');
  const interrupted = toError('stopped in the middle of a file');

  /**
   * Runs one call with all its attempts. Errors that are not a response of the service are reported as "does not
   * answer".
   */
  const perform = <T>(work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> =>
    withDeadline(limitMs, work, outer).catch((error: unknown) => {
      throw error instanceof StorageError ? error : noResponse(error);
    });

  /** The timeout covers the headers only: a body may take as long as the connection of the reader needs. */
  const sendOnce = (method: string, key: string, init: RequestInit, outer: AbortSignal): Promise<Response> =>
    withDeadline(
      timeoutMs,
      // Signed for every attempt, since a signature contains the time.
      async (signal) =>
        fetch(await client.sign(base + key, { ...init, method }), { signal, redirect: 'manual' }),
      outer,
    );

  /** Throws for a response that is neither a success nor 404, after retries if the status is retryable. */
  async function send(
    method: string,
    key: string,
    signal: AbortSignal,
    init: RequestInit = {},
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await sendOnce(method, key, init, signal).catch(noResponse);
      const isLast = attempt >= attempts || signal.aborted;
      if (response instanceof StorageError) {
        if (isLast) throw response;
      } else if (response.ok || response.status === NOT_FOUND) return response;
      else if (isLast || !RETRYABLE.has(response.status)) throw await toStorageError(response, signal);
      else await response.body?.cancel();
      await sleep(MIN_BACKOFF_MS * 2 ** (attempt - 1), undefined, { signal });
    }
  }

  async function toStorageError({ body, status }: Response, signal: AbortSignal): Promise<StorageError> {
    const errorBody = body === null ? null : await readAhead(body, MAX_ERROR_BODY_BYTES, signal);
    await errorBody?.rest?.cancel();
    const code = /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(errorBody?.start))?.[1] ?? '';
    return new StorageError(
      `The picture store at ${endpoint}, bucket ${bucket}, refuses: ${[status, code].join(' ').trim()}.`,
    );
  }

  /** A missing bucket is not a missing file, though both are 404; the error code in the body tells them apart. */
  async function notFound(response: Response, signal: AbortSignal): Promise<null> {
    const failure = await toStorageError(response, signal);
    if (failure.message.includes('NoSuchBucket')) throw failure;
    return null;
  }

  return {
    async put(key, bytes, outer) {
      if (!isStorageKey(key)) throw notAKey(key);
      const headers = {
        'content-type': contentTypeOf(key),
        // The service rejects a body with another hash.
        'x-amz-content-sha256': hash('sha256', bytes),
        'cache-control': 'public, max-age=31536000, immutable',
      };
      await perform(async (signal) => {
        const response = await send('PUT', key, signal, { body: new Uint8Array(bytes), headers });
        if (response.status === NOT_FOUND) throw await toStorageError(response, signal);
        await response.body?.cancel();
      }, outer);
    },
    async get(key, range, outer) {
      if (!isStorageKey(key)) return null;
      return perform(async (signal) => {
        const response = await send('GET', key, signal, range && { headers: rangeHeader(range) });
        if (response.status === NOT_FOUND) return notFound(response, signal);
        const known = headOf(key, response);
        return { ...known, body: limitStalls(chunksOf(response.body ?? emptyBody()), limitMs, interrupted) };
      }, outer);
    },
    async head(key, outer) {
      if (!isStorageKey(key)) return null;
      const response = await perform((signal) => send('HEAD', key, signal), outer);
      return response.status === NOT_FOUND ? null : headOf(key, response);
    },
    async delete(key, outer) {
      if (!isStorageKey(key)) throw notAKey(key);
      await perform(async (signal) => {
        const response = await send('DELETE', key, signal);
        if (response.status === NOT_FOUND) await notFound(response, signal);
        else await response.body?.cancel();
      }, outer);
    },
  };
}

const rangeHeader = ({ first, last }: StoredRange) => ({ range: `bytes=${first}-${last}` });

/** The type is derived from the key, as on a disk; the type that the service returns is ignored. */
function headOf(key: string, { headers }: Response): StoredHead {
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length');
  if (whole === null) throw new StorageError('The picture store does not return the size of a file.');
  return { size: Number(whole), contentType: contentTypeOf(key) };
}

const notAKey = (key: string) => new Error(`"${key}" is not a key of the storage`);

function chunksOf(body: ReadableStream<Uint8Array>): ChunkSource {
  const reader = body.getReader();
  return {
    read: async () => (await reader.read()).value ?? null,
    close: () => reader.cancel(),
  };
}

function emptyBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

/** `fetch` throws "fetch failed" and puts the actual error into the cause. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
