import { hash } from 'node:crypto';
import { DeadlineExceeded, withDeadline } from '#platform/deadline.ts';
import { Refusal } from '#platform/refusal.ts';
import { readAhead } from '#platform/storage/read-ahead.ts';
import { StoreFailure } from '#platform/storage/store-failure.ts';
import { createWorkQueue, QueueFull } from '#platform/work-queue.ts';
import { type ByteRange, byteRange } from './byte-range.ts';
import { namesEntityTag } from './page-cache/if-none-match.ts';

export interface MediaHead {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

/** Where uploaded pictures lie. What is stored under a key never changes. */
export interface MediaStorage {
  head(key: string, signal?: AbortSignal): Promise<MediaHead | null>;
  /** `size` is that of the whole picture also when only a range of it is asked for. */
  get(
    key: string,
    range?: ByteRange,
    signal?: AbortSignal,
  ): Promise<(MediaHead & { readonly body: ReadableStream<Uint8Array> }) | null>;
}

const KEY = /^[a-z0-9][\w-]*(?:\.[\w-]+)*(?:\/[a-z0-9][\w-]*(?:\.[\w-]+)*)*$/i;
const LONGEST_KEY = 300;
/** Shown by browsers as pictures and nothing else. Whatever else got into the storage is a download. */
const PICTURES = new Set(['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/gif']);

/** Milliseconds from the request until its answer begins, waiting for a turn included. */
const ANSWER_LIMIT_MS = 15_000;
const RETRY_SECONDS = 10;

/**
 * Bytes that are there before an answer begins. Most files are smaller, so that a store that stalls in the middle of
 * one is answered with 503 and not with half a picture. A slow reader holds no more than this in memory.
 */
const AHEAD_BYTES = 256 * 1024;

/** A store that hangs must not collect the connections of all who ask for a picture meanwhile. */
const storeRequests = createWorkQueue({ running: 64, waiting: 256 });

interface MediaRequest {
  readonly storage: MediaStorage;
  readonly key: string;
  readonly request: Request;
  readonly signal: AbortSignal;
}

/**
 * Answers GET and HEAD of `/media/<key>`: kept for ever, 304, single byte ranges (RFC 9110 sections 13 and 14).
 *
 * @param key the rest of the path as it stands in the address; one with an escape or a dot segment is simply not there
 * @throws Refusal `unavailable`, with the cause for the log, when the store has not answered within 15 s or cannot; a
 *   store that fails after the answer has begun cuts the connection
 */
export async function respondMedia(storage: MediaStorage, key: string, request: Request): Promise<Response> {
  if (!KEY.test(key) || key.length > LONGEST_KEY) return missing();
  try {
    return await withDeadline(ANSWER_LIMIT_MS, (signal) =>
      storeRequests.run(() => answer({ storage, key, request, signal }), signal),
    );
  } catch (error) {
    const isOutage = [StoreFailure, DeadlineExceeded, QueueFull].some((kind) => error instanceof kind);
    throw isOutage ? unavailable(error) : error;
  }
}

function unavailable(cause: unknown): Refusal {
  const message = 'Images cannot be loaded right now. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds: RETRY_SECONDS }, { cause });
}

async function answer(asked: MediaRequest): Promise<Response> {
  const { storage, key, request, signal } = asked;
  // One question to the store for the usual request; what hangs on the size has to know it first.
  if (isPlain(request)) return answerWhole(asked);
  const head = await storage.head(key, signal);
  if (head === null) return missing();
  const etag = entityTag(key, head);
  const headers = headersOf(head, etag);
  const ifNoneMatch = request.headers.get('if-none-match');
  if (ifNoneMatch !== null && namesEntityTag(ifNoneMatch, etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const range = byteRange(applicableRange(request, etag), head.size);
  if (range === 'unsatisfiable') return unsatisfiable(headers, head.size);
  const { status, length } = describe(range, head.size, headers);
  headers.set('content-length', String(length));
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const stored = await storage.get(key, range === 'whole' ? undefined : range, signal);
  return stored === null ? missing() : new Response(await begun(stored.body, signal), { status, headers });
}

async function answerWhole({ storage, key, signal }: MediaRequest): Promise<Response> {
  const stored = await storage.get(key, undefined, signal);
  if (stored === null) return missing();
  const headers = headersOf(stored, entityTag(key, stored));
  headers.set('content-length', String(stored.size));
  return new Response(await begun(stored.body, signal), { headers });
}

/** The body again, once its beginning has arrived. */
async function begun(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<BodyInit> {
  const { start, rest } = await readAhead(body, AHEAD_BYTES, signal);
  if (rest === null) return start;
  const reader = rest.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(start),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function isPlain({ method, headers }: Request): boolean {
  return method === 'GET' && !headers.has('if-none-match') && !headers.has('range');
}

const entityTag = (key: string, { size }: MediaHead) =>
  `"${hash('sha256', `${key} ${size}`, 'base64url').slice(0, 22)}"`;

/** If-Range that does not name this very thing asks for all of it; a date never does, we send none. */
function applicableRange({ method, headers }: Request, etag: string): string | null {
  const condition = headers.get('if-range');
  return method === 'GET' && (condition === null || condition === etag) ? headers.get('range') : null;
}

function headersOf({ contentType }: MediaHead, etag: string): Headers {
  const isPicture = PICTURES.has(contentType);
  const headers = new Headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': isPicture ? contentType : 'application/octet-stream',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // feed readers and the previews of other sites show our pictures too
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  });
  if (!isPicture) headers.set('content-disposition', 'attachment');
  return headers;
}

function describe(
  range: ByteRange | 'whole',
  size: number,
  headers: Headers,
): { status: number; length: number } {
  if (range === 'whole') return { status: 200, length: size };
  headers.set('content-range', `bytes ${range.first}-${range.last}/${size}`);
  return { status: 206, length: range.last - range.first + 1 };
}

function unsatisfiable(headers: Headers, size: number): Response {
  headers.set('content-range', `bytes */${size}`);
  headers.set('cache-control', 'no-store');
  headers.delete('content-type');
  headers.delete('etag');
  return new Response(null, { status: 416, headers });
}

function missing(): Response {
  return new Response('There is no such picture.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
