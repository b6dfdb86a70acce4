import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** A whole answer as it goes over the wire, head and body in one piece of memory. Only its date changes. */
export interface Wire {
  readonly bytes: Buffer;
  /** The body's part of `bytes`, so that it is not held twice. */
  readonly body: Buffer;
  /** Where the 29 characters of the date begin, and the second they tell. */
  readonly dateAt: number;
  second: number;
}

/** Seconds an idle connection is kept: longer than the usual 60 of a proxy, which else would meet closed ones. */
export const KEEP_ALIVE_SECONDS = 65;

const PLACE_OF_DATE = 'Thu, 01 Jan 1970 00:00:00 GMT';

/** Writes the head exactly as node:http does: the same fields in the same order, then date and connection. */
export function createWire(status: number, fields: readonly string[], body: Uint8Array): Wire {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
  for (let at = 0; at + 1 < fields.length; at += 2) head += field(fields[at] ?? '', fields[at + 1] ?? '');
  const dateAt = head.length + 'Date: '.length;
  head += `Date: ${PLACE_OF_DATE}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`;
  const bytes = Buffer.allocUnsafeSlow(head.length + body.byteLength);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return { bytes, body: bytes.subarray(head.length), dateAt, second: 0 };
}

/** Throws, as node:http would, when a name or value could end its line and begin another. */
function field(name: string, value: string): string {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return `${name}: ${value}\r\n`;
}

/** The answer with the present date (RFC 9110 section 6.6.1). */
export function dated(wire: Wire): Buffer {
  const second = Math.floor(Date.now() / 1000);
  if (wire.second !== second) {
    wire.bytes.write(new Date(second * 1000).toUTCString(), wire.dateAt, 'latin1');
    wire.second = second;
  }
  return wire.bytes;
}
