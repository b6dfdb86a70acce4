import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { OperatorError } from '#platform/operator-error.ts';
import { contentTypeOf, isStorageKey } from './key.ts';
import type { Storage, StoredHead, StoredRange } from './storage.ts';

export interface S3StorageOptions {
  /** Of the service and not of the bucket, which is added as the first step of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Milliseconds until a request counts as failed, headers for `get`. Default 15,000: five megabytes over a poor line. */
  readonly timeoutMs?: number;
  /** How often a request is made that the store could not serve. Default 3. */
  readonly attempts?: number;
}

/** Milliseconds before the second attempt; each further wait is twice as long. */
const FIRST_WAIT_MS = 200;
const MISSING = 404;
/** What a store says when another attempt may succeed. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);
const LONGEST_EXPLANATION = 10_000;

/** The store does not answer, or refuses. Says what the person who runs the site can do about it; holds no secret. */
export class StoreFailure extends OperatorError {
  override readonly name = 'StoreFailure';
}

/** Keeps files in a bucket of an S3-compatible store. Requests are signed (version 4), and so is what is put. */
export function s3Storage(options: S3StorageOptions): Storage {
  const {
    endpoint,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    timeoutMs = 15_000,
    attempts = 3,
  } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = `${withoutTrailingSlashes(endpoint)}/${bucket}/`;

  async function once(method: string, key: string, init: RequestInit): Promise<Response> {
    // Cleared when the headers are there: a body may take as long as the reader's line needs for it.
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      // Signed anew for every attempt, since a signature tells the time.
      return await fetch(await client.sign(base + key, { ...init, method }), {
        signal: patience.signal,
        redirect: 'manual',
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Answers that are neither a success nor "missing" throw, after as many attempts as make sense. */
  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(method, key, init).catch((error: unknown) => describeFault(error));
      const isLast = attempt >= attempts;
      if (typeof answer === 'string') {
        if (isLast) throw new StoreFailure(`The picture store at ${endpoint} does not answer: ${answer}.`);
      } else if (answer.ok || answer.status === MISSING) return answer;
      else if (isLast || !PASSING.has(answer.status)) throw await refusalOf(answer);
      else await answer.body?.cancel();
      await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
    }
  }

  async function refusalOf(answer: Response): Promise<StoreFailure> {
    const text = (await answer.text().catch(() => '')).slice(0, LONGEST_EXPLANATION);
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
    return new StoreFailure(
      `The picture store at ${endpoint}, bucket ${bucket}, refuses: ${[answer.status, code].join(' ').trim()}.`,
    );
  }

  /** A bucket that is not there is not a missing file, though both are 404; the code tells, if there is a body. */
  async function missing(answer: Response): Promise<null> {
    const failure = await refusalOf(answer);
    if (failure.message.includes('NoSuchBucket')) throw failure;
    return null;
  }

  return {
    async put(key, bytes) {
      if (!isStorageKey(key)) throw notAKey(key);
      const answer = await ask('PUT', key, {
        body: new Uint8Array(bytes),
        headers: {
          'content-type': contentTypeOf(key),
          // The store refuses what arrives as something else.
          'x-amz-content-sha256': hash('sha256', bytes),
          'cache-control': 'public, max-age=31536000, immutable',
        },
      });
      if (answer.status === MISSING) throw await refusalOf(answer);
      await answer.body?.cancel();
    },
    async get(key, range) {
      if (!isStorageKey(key)) return null;
      const answer = await ask('GET', key, range && { headers: rangeHeader(range) });
      if (answer.status === MISSING) return missing(answer);
      return { ...headOf(key, answer), body: answer.body ?? emptyBody() };
    },
    async head(key) {
      if (!isStorageKey(key)) return null;
      const answer = await ask('HEAD', key);
      return answer.status === MISSING ? null : headOf(key, answer);
    },
    async delete(key) {
      if (!isStorageKey(key)) throw notAKey(key);
      const answer = await ask('DELETE', key);
      if (answer.status === MISSING) await missing(answer);
      else await answer.body?.cancel();
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
