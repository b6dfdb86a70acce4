import { MAX_HEAD_BYTES } from './request-head.ts';

/** Tracks the bytes of one request that is passed on to node:http. */
export interface ForwardedRequest {
  /** @returns how many of these bytes belong to the request; all of them while its length is not known */
  add(chunk: Buffer): number;
  /** Whether the added bytes are exactly one complete request, so that the parser holds no part of another one. */
  isComplete(): boolean;
  /** Whether nothing tells where the request ends. Later bytes may be of other requests. */
  isAmbiguous(): boolean;
}

/** The head of a request whose length is unambiguous: a known method, no folded line, no unusual whitespace. */
const HEAD =
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) [!-~]+ HTTP\/1\.1((?:\r\n[\w-]+:[\t -~\u0080-\u00ff]*)+)\r\n\r\n/;
/** Fields of chunked bodies and of connections that switch protocols. */
const UNKNOWN_LENGTH = /\r\n(?:transfer-encoding|trailer|upgrade|expect|http2-settings):/i;
const CONTENT_LENGTH = /\r\ncontent-length:[\t ]*([^\r]*)/gi;
const DIGITS = /^\d{1,15}$/;
const HEAD_END = '\r\n\r\n';

/**
 * Tracks a request that node:http answers, to tell where the next one begins. A request whose length is ambiguous is never
 * complete: the connection then stays with node:http.
 */
export function trackForwardedRequest(): ForwardedRequest {
  let head = '';
  let received = 0;
  let length: number | null | 'unknown' = 'unknown';

  return {
    add(chunk) {
      const before = received;
      received += chunk.length;
      if (length === 'unknown') {
        head += chunk.toString('latin1', 0, headEnd(head, chunk));
        if (head.endsWith(HEAD_END)) length = messageLength(head);
        else if (head.length >= MAX_HEAD_BYTES) length = null;
        if (length !== 'unknown') head = '';
      }
      if (typeof length === 'number') received = Math.min(received, length);
      return received - before;
    },
    isComplete: () => received === length,
    isAmbiguous: () => length === null,
  };
}

/** Where the head ends in the chunk that follows `before`; the length of the chunk if it does not end there. */
function headEnd(before: string, chunk: Buffer): number {
  const tail = before.slice(-3);
  const end = (tail + chunk.toString('latin1', 0, 3)).indexOf(HEAD_END);
  if (end !== -1) return end + HEAD_END.length - tail.length;
  const found = chunk.indexOf(HEAD_END, 0, 'latin1');
  return found === -1 ? chunk.length : found + HEAD_END.length;
}

/**
 * Bytes of head and body (RFC 9112 section 6.3), or null when the length is not given by at most one Content-Length.
 */
function messageLength(text: string): number | null {
  const [head, fields] = HEAD.exec(text) ?? [];
  if (head === undefined || fields === undefined || UNKNOWN_LENGTH.test(fields)) return null;
  const [length, ...others] = Array.from(
    fields.matchAll(CONTENT_LENGTH),
    (match) => match[1]?.trimEnd() ?? '',
  );
  if (length === undefined) return head.length;
  return others.length === 0 && DIGITS.test(length) ? head.length + Number(length) : null;
}
