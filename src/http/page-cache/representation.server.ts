import type { Coding } from './accept-encoding.ts';
import { type RawResponse, createRawResponse } from './raw-response.server.ts';

/** A page in one content coding, ready to be sent: nothing is computed per request. */
export interface Representation {
  readonly coding: Coding;
  readonly body: Buffer;
  /**
   * Strong, and different for every coding (RFC 9110 section 8.8.3.3). Null when the response cannot be revalidated.
   */
  readonly etag: string | null;
  /** Alternating names and values, as `ServerResponse.writeHead` accepts them. */
  readonly rawHeaders: string[];
  /** The same without the rawHeaders that describe a body, for 304 (RFC 9110 section 15.4.5). */
  readonly notModifiedRawHeaders: string[];
  /** Both responses as bytes, for the fast path. */
  readonly raw: RawResponse;
  readonly rawNotModified: RawResponse;
}

/** One body in each content coding it is available in. */
export interface Representations {
  /** Hash of the identity body; null for a response without an entity tag. */
  readonly hash: string | null;
  readonly identity: Representation;
  readonly gzip: Representation | undefined;
  readonly br: Representation | undefined;
}

const SUFFIX: Readonly<Record<Coding, string>> = { identity: '', gzip: '-gz', br: '-br' };

/**
 * @param status of the response with a body
 * @param hash of the identity body; null for a response without an entity tag
 * @param headers that all representations of the page share, in lower case
 */
export function representationOf(
  status: number,
  coding: Coding,
  body: Uint8Array,
  hash: string | null,
  headers: Readonly<Record<string, string>>,
): Representation {
  const etag = hash === null ? null : `"${hash}${SUFFIX[coding]}"`;
  const { 'content-type': contentType, ...shared } = headers;
  const notModifiedRawHeaders = toRawHeaders(etag === null ? shared : { ...shared, etag });
  const bodyHeaders: Record<string, string> = {};
  if (contentType !== undefined) bodyHeaders['content-type'] = contentType;
  if (coding !== 'identity') bodyHeaders['content-encoding'] = coding;
  bodyHeaders['content-length'] = String(body.byteLength);
  const rawHeaders = [...notModifiedRawHeaders, ...toRawHeaders(bodyHeaders)];
  const raw = createRawResponse(status, rawHeaders, body);
  const rawNotModified = createRawResponse(304, notModifiedRawHeaders, new Uint8Array());
  return {
    coding,
    body: raw.body,
    etag,
    rawHeaders,
    notModifiedRawHeaders,
    raw,
    rawNotModified,
  };
}

function toRawHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}
