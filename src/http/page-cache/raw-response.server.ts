import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** A complete HTTP/1.1 response in one buffer, head and body. Only its date changes. */
export interface RawResponse {
  readonly bytes: Buffer;
  /** The part of `bytes` that is the body; it shares the memory. */
  readonly body: Buffer;
  /** Offset of the 29 characters of the date, and the second (since 1970) that they state. */
  readonly dateOffset: number;
  dateSecond: number;
}

/**
 * Seconds an idle connection stays open: longer than the usual 60 of a proxy, which would otherwise use closed ones.
 */
export const KEEP_ALIVE_SECONDS = 65;

const DATE_PLACEHOLDER = 'Thu, 01 Jan 1970 00:00:00 GMT';
const CLOSE = Buffer.from('\r\nConnection: close\r\n\r\n', 'latin1');

/** Writes the head exactly as node:http does: the given fields in their order, then Date and Connection. */
export function createRawResponse(status: number, fields: readonly string[], body: Uint8Array): RawResponse {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
  for (let at = 0; at + 1 < fields.length; at += 2)
    head += headerLine(fields[at] ?? '', fields[at + 1] ?? '');
  const dateOffset = head.length + 'Date: '.length;
  head += `Date: ${DATE_PLACEHOLDER}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`;
  const bytes = Buffer.allocUnsafeSlow(head.length + body.byteLength);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return { bytes, body: bytes.subarray(head.length), dateOffset, dateSecond: 0 };
}

/** Throws, as node:http does, when a name or value is invalid, for example contains a line break (header injection). */
function headerLine(name: string, value: string): string {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return `${name}: ${value}\r\n`;
}

/** The response with the current date (RFC 9110 section 6.6.1). */
export function withCurrentDate(response: RawResponse): Buffer {
  const second = Math.floor(Date.now() / 1000);
  if (response.dateSecond !== second) {
    response.bytes.write(new Date(second * 1000).toUTCString(), response.dateOffset, 'latin1');
    response.dateSecond = second;
  }
  return response.bytes;
}

/** The head of a response that closes the connection (`Connection: close`), as node:http writes it. */
export function closingHead(response: RawResponse): Buffer {
  const end = response.dateOffset + DATE_PLACEHOLDER.length;
  return Buffer.concat([withCurrentDate(response).subarray(0, end), CLOSE]);
}
