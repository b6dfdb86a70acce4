import type { Coding } from './accept-encoding.ts';
import type { Wire } from './wire.server.ts';
import { createWire } from './wire.server.ts';

/** One form of a page, ready to be written: nothing is computed when it is read. */
export interface Representation {
  readonly coding: Coding;
  readonly body: Buffer;
  /** Strong, and different for every coding (RFC 9110 section 8.8.3.3). Null where 304 makes no sense. */
  readonly etag: string | null;
  /** Name, value, name, value … as `ServerResponse.writeHead` takes them. */
  readonly fields: string[];
  /** The same without what describes a body, for 304 (RFC 9110 section 15.4.5). */
  readonly notModifiedFields: string[];
  /** Both as they go over the wire, for the fast path. */
  readonly wire: Wire;
  readonly notModifiedWire: Wire;
}

/** The forms of one body. */
export interface Forms {
  /** Of the identity body; null for an answer without an entity tag. */
  readonly hash: string | null;
  readonly identity: Representation;
  readonly gzip: Representation | undefined;
  readonly br: Representation | undefined;
}

const SUFFIX: Readonly<Record<Coding, string>> = { identity: '', gzip: '-gz', br: '-br' };

/**
 * @param status of the answer with a body
 * @param hash of the identity body; null for an answer without an entity tag
 * @param headers what all forms of the page have in common, in lower case
 */
export function representationOf(
  status: number,
  coding: Coding,
  body: Uint8Array,
  hash: string | null,
  headers: Readonly<Record<string, string>>,
): Representation {
  const etag = hash === null ? null : `"${hash}${SUFFIX[coding]}"`;
  const { 'content-type': contentType, ...kept } = headers;
  const notModifiedFields = flat(etag === null ? kept : { ...kept, etag });
  const description: Record<string, string> = {};
  if (contentType !== undefined) description['content-type'] = contentType;
  if (coding !== 'identity') description['content-encoding'] = coding;
  description['content-length'] = String(body.byteLength);
  const fields = [...notModifiedFields, ...flat(description)];
  const wire = createWire(status, fields, body);
  const notModifiedWire = createWire(304, notModifiedFields, new Uint8Array());
  return { coding, body: wire.body, etag, fields, notModifiedFields, wire, notModifiedWire };
}

function flat(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}
