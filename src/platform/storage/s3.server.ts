import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { withDeadline } from '#platform/deadline.ts';
import { contentTypeOf, isStorageKey } from './key.ts';
import { readAhead } from './read-ahead.ts';
import { type ChunkSource, limitStalls, STORE_LIMIT_MS } from './stall-limit.ts';
import type { Storage, StoredHead, StoredRange } from './storage.ts';
import { StoreFailure } from './store-failure.ts';

export interface S3StorageOptions {
  /** Of the service and not of the bucket, which is added as the first step of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /**
   * Milliseconds until one attempt counts as failed, headers for `get`. Default 5,000: the largest file that is made of
   * a picture over a poor line, and short enough for all attempts to end within `limitMs`.
   */
  readonly timeoutMs?: number;
  /** Milliseconds for all attempts of one call together, and for which a body may stall in total. */
  readonly limitMs?: number;
  /** How often a request is made that the store could not serve. Default 3. */
  readonly attempts?: number;
}

/** Milliseconds before the second attempt; each further wait is twice as long. */
const FIRST_WAIT_MS = 200;
const MISSING = 404;
/** What a store says when another attempt may succeed. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);
const LONGEST_EXPLANATION = 10_000;

/** Keeps files in a bucket of an S3-compatible store. Requests are signed (version 4), and so is what is put. */
export function s3Storage(options: S3StorageOptions): Storage {
  const {
    endpoint,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    timeoutMs = 5_000,
    limitMs = STORE_LIMIT_MS,
    attempts = 3,
  } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = `${withoutTrailingSlashes(endpoint)}/${bucket}/`;

  const lost = (what: string) => (error: unknown) =>
    new StoreFailure(`The picture store at ${endpoint} ${what}: ${describeFault(error)}.`, { cause: error });
  const unanswered = lost('does not answer');
  const cutOff = lost('stopped in the middle of a file');

  /** One call with all its attempts. Whatever happens in it that the store did not say is no answer. */
  const perform = <T>(work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> =>
    withDeadline(limitMs, work, outer).catch((error: unknown) => {
      throw error instanceof StoreFailure ? error : unanswered(error);
    });

  /** The time is for the headers: a body may take as long as the reader's line needs for it. */
  const once = (method: string, key: string, init: RequestInit, outer: AbortSignal): Promise<Response> =>
    withDeadline(
      timeoutMs,
      // Signed anew for every attempt, since a signature tells the time.
      async (signal) =>
        fetch(await client.sign(base + key, { ...init, method }), { signal, redirect: 'manual' }),
      outer,
    );

  /** Answers that are neither a success nor "missing" throw, after as many attempts as make sense. */
  async function ask(
    method: string,
    key: string,
    signal: AbortSignal,
    init: RequestInit = {},
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(method, key, init, signal).catch(unanswered);
      const isLast = attempt >= attempts || signal.aborted;
      if (answer instanceof StoreFailure) {
        if (isLast) throw answer;
      } else if (answer.ok || answer.status === MISSING) return answer;
      else if (isLast || !PASSING.has(answer.status)) throw await refusalOf(answer, signal);
      else await answer.body?.cancel();
      await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal });
    }
  }

  async function refusalOf({ body, status }: Response, signal: AbortSignal): Promise<StoreFailure> {
    const explanation = body === null ? null : await readAhead(body, LONGEST_EXPLANATION, signal);
    await explanation?.rest?.cancel();
    const code = /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(explanation?.start))?.[1] ?? '';
    return new StoreFailure(
      `The picture store at ${endpoint}, bucket ${bucket}, refuses: ${[status, code].join(' ').trim()}.`,
    );
  }

  /** A bucket that is not there is not a missing file, though both are 404; the code tells, if there is a body. */
  async function missing(answer: Response, signal: AbortSignal): Promise<null> {
    const failure = await refusalOf(answer, signal);
    if (failure.message.includes('NoSuchBucket')) throw failure;
    return null;
  }

  return {
    async put(key, bytes, outer) {
      if (!isStorageKey(key)) throw notAKey(key);
      const headers = {
        'content-type': contentTypeOf(key),
        // The store refuses what arrives as something else.
        'x-amz-content-sha256': hash('sha256', bytes),
        'cache-control': 'public, max-age=31536000, immutable',
      };
      await perform(async (signal) => {
        const answer = await ask('PUT', key, signal, { body: new Uint8Array(bytes), headers });
        if (answer.status === MISSING) throw await refusalOf(answer, signal);
        await answer.body?.cancel();
      }, outer);
    },
    async get(key, range, outer) {
      if (!isStorageKey(key)) return null;
      return perform(async (signal) => {
        const answer = await ask('GET', key, signal, range && { headers: rangeHeader(range) });
        if (answer.status === MISSING) return missing(answer, signal);
        const known = headOf(key, answer);
        return { ...known, body: limitStalls(chunksOf(answer.body ?? emptyBody()), limitMs, cutOff) };
      }, outer);
    },
    async head(key, outer) {
      if (!isStorageKey(key)) return null;
      const answer = await perform((signal) => ask('HEAD', key, signal), outer);
      return answer.status === MISSING ? null : headOf(key, answer);
    },
    async delete(key, outer) {
      if (!isStorageKey(key)) throw notAKey(key);
      await perform(async (signal) => {
        const answer = await ask('DELETE', key, signal);
        if (answer.status === MISSING) await missing(answer, signal);
        else await answer.body?.cancel();
      }, outer);
    },
  };
}

const rangeHeader = ({ first, last }: StoredRange) => ({ range: `bytes=${first}-${last}` });

/** The type comes from the key, as on a disk: what a store makes of it is its own affair. */
function headOf(key: string, { headers }: Response): StoredHead {
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length');
  if (whole === null) throw new StoreFailure('The picture store does not say how large a file is.');
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

/** `fetch` hides what happened in the cause of an error that says "fetch failed". */
function describeFault(error: unknown): string {
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
