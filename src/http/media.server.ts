import { hash } from 'node:crypto';
import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';
import { readAhead } from '#platform/storage/read-ahead.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import { createWorkQueue, QueueFullError } from '#platform/work-queue.ts';
import { type ByteRange, byteRange } from './byte-range.ts';
import { namesEntityTag } from './page-cache/if-none-match.ts';

export interface MediaHead {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

/** Storage of uploaded images. The content of a key never changes. */
export interface MediaStorage {
  head(key: string, signal?: AbortSignal): Promise<MediaHead | null>;
  /** `size` is the size of the whole image, even when a range is requested. */
  get(
    key: string,
    range?: ByteRange,
    signal?: AbortSignal,
  ): Promise<(MediaHead & { readonly body: ReadableStream<Uint8Array> }) | null>;
}

const KEY = /^[a-z0-9][\w-]*(?:\.[\w-]+)*(?:\/[a-z0-9][\w-]*(?:\.[\w-]+)*)*$/i;
const MAX_KEY_LENGTH = 300;
/** Types that browsers display as images only, SVG under its own policy. Files of any other type are sent as downloads. */
const PICTURES = new Set([
  'image/avif',
  'image/webp',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/svg+xml',
  'image/x-icon',
]);

/** An SVG that is opened as a document runs nothing, loads nothing, and has no origin, whatever it contains. */
const SVG_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Browsers ask again after an hour, and get 304 while the file is the same. */
const ONE_HOUR = 'public, max-age=3600';

/** Milliseconds from the request to the start of its response, including the time in the queue. */
const RESPONSE_TIMEOUT_MS = 15_000;
const RETRY_SECONDS = 10;

/**
 * Bytes that are read before a response begins. Most files are smaller, so a storage that stalls in the middle of a
 * file causes a 503 and not half an image. It is also the memory that a slow reader occupies at most.
 */
const READ_AHEAD_BYTES = 256 * 1024;

/** Limits the requests that wait for a storage that does not respond. */
const storeRequests = createWorkQueue({ maxRunning: 64, maxQueued: 256 });

interface MediaRequest {
  readonly storage: MediaStorage;
  readonly key: string;
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly isVersioned: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export interface MediaOptions {
  /** Whether the path always has the same content. Default: true. */
  readonly isVersioned?: boolean;
  /** Further header fields of responses with a picture. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers GET and HEAD of `/media/<key>`, with immutable caching, 304 and single byte ranges (RFC 9110 sections 13 and
 * 14).
 *
 * @param key the rest of the path as written in the URL; a key with an escape or a dot segment does not exist
 * @throws DomainError `unavailable`, with the cause for the log, when the storage fails or does not answer within 15 s;
 *   a failure after the response has begun closes the connection
 */
export async function respondMedia(
  storage: MediaStorage,
  key: string,
  request: Request,
  { isVersioned = true, headers = {} }: MediaOptions = {},
): Promise<Response> {
  if (!KEY.test(key) || key.length > MAX_KEY_LENGTH) return imageNotFound();
  try {
    return await withDeadline(RESPONSE_TIMEOUT_MS, (signal) =>
      storeRequests.run(() => respond({ storage, key, request, signal, isVersioned, headers }), signal),
    );
  } catch (error) {
    const isOutage = [StorageError, DeadlineExceededError, QueueFullError].some(
      (kind) => error instanceof kind,
    );
    throw isOutage ? unavailable(error) : error;
  }
}

function unavailable(cause: unknown): DomainError {
  const message = 'Images cannot be loaded right now. Please try again in a moment.';
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_SECONDS }, { cause });
}

async function respond(mediaRequest: MediaRequest): Promise<Response> {
  const { storage, key, request, signal } = mediaRequest;
  // The usual request needs one call to the storage; conditional and range requests need the size first.
  if (isUnconditional(request)) return respondWhole(mediaRequest);
  const head = await storage.head(key, signal);
  if (head === null) return imageNotFound();
  const etag = entityTag(key, head);
  const headers = headersOf(head, etag, mediaRequest);
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
  return stored === null
    ? imageNotFound()
    : new Response(await withFirstBytes(stored.body, signal), { status, headers });
}

async function respondWhole(mediaRequest: MediaRequest): Promise<Response> {
  const { storage, key, signal } = mediaRequest;
  const stored = await storage.get(key, undefined, signal);
  if (stored === null) return imageNotFound();
  const headers = headersOf(stored, entityTag(key, stored), mediaRequest);
  headers.set('content-length', String(stored.size));
  return new Response(await withFirstBytes(stored.body, signal), { headers });
}

/** Resolves to the same body once its first bytes have arrived. */
async function withFirstBytes(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<BodyInit> {
  const { start, rest } = await readAhead(body, READ_AHEAD_BYTES, signal);
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

function isUnconditional({ method, headers }: Request): boolean {
  return method === 'GET' && !headers.has('if-none-match') && !headers.has('range');
}

const entityTag = (key: string, { size }: MediaHead) =>
  `"${hash('sha256', `${key} ${size}`, 'base64url').slice(0, 22)}"`;

/**
 * Ignores Range when If-Range does not match the entity tag. A date never matches, because no Last-Modified is sent.
 */
function applicableRange({ method, headers }: Request, etag: string): string | null {
  const condition = headers.get('if-range');
  return method === 'GET' && (condition === null || condition === etag) ? headers.get('range') : null;
}

function headersOf(
  { contentType }: MediaHead,
  etag: string,
  { isVersioned, headers: further }: Pick<MediaRequest, 'isVersioned' | 'headers'>,
): Headers {
  const isPicture = PICTURES.has(contentType);
  const headers = new Headers({
    'cache-control': isVersioned ? IMMUTABLE : ONE_HOUR,
    'content-type': isPicture ? contentType : 'application/octet-stream',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // Feed readers and link previews on other sites also show the images.
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    ...further,
  });
  if (!isPicture) headers.set('content-disposition', 'attachment');
  if (contentType === 'image/svg+xml') headers.set('content-security-policy', SVG_POLICY);
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

/** The response for a key, or an address, without an image. */
export function imageNotFound(): Response {
  return new Response('There is no such image.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
