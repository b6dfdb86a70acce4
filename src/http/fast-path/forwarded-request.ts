import { MAX_HEAD_BYTES } from './request-head.ts';

/** Tracks the bytes of one request that is passed on to node:http. */
export interface ForwardedRequest {
  add(chunk: Buffer): void;
  /** Whether the added bytes are exactly one complete request, so that the parser holds no part of another one. */
  isComplete(): boolean;
}

/** The head of a request whose length is unambiguous: a known method, no folded line, no unusual whitespace. */
const HEAD =
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) [!-~]+ HTTP\/1\.1((?:\r\n[\w-]+:[\t -~\u0080-\u00ff]*)+)\r\n\r\n/;
/** Fields of chunked bodies and of connections that switch protocols. */
const UNKNOWN_LENGTH = /\r\n(?:transfer-encoding|trailer|upgrade|expect|http2-settings):/i;
const CONTENT_LENGTH = /\r\ncontent-length:[\t ]*([^\r]*)/gi;
const DIGITS = /^\d{1,15}$/;

/**
 * Tracks a request that node:http answers, to tell when the connection may return to the fast path. A request whose
 * length is ambiguous, or that is followed by others, is never complete: the connection then stays with node:http.
 */
export function trackForwardedRequest(): ForwardedRequest {
  let head = '';
  let received = 0;
  let length: number | null | 'unknown' = 'unknown';

  return {
    add(chunk) {
      received += chunk.length;
      if (length !== 'unknown') return;
      head += chunk.toString('latin1');
      if (head.includes('\r\n\r\n')) length = messageLength(head);
      else if (head.length >= MAX_HEAD_BYTES) length = null;
      if (length !== 'unknown') head = '';
    },
    isComplete: () => received === length,
  };
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
