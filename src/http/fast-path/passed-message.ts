import { MAX_HEAD_BYTES } from './request-head.ts';

/** One request, as its bytes are passed on to node:http. */
export interface PassedMessage {
  add(chunk: Buffer): void;
  /** Whether what was added is exactly one complete request, so that nothing of another one waits in the parser. */
  isComplete(): boolean;
}

/** The head of a request whose length is beyond doubt: no other method, no folded line, no unusual whitespace. */
const HEAD =
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) [!-~]+ HTTP\/1\.1((?:\r\n[\w-]+:[\t -~\u0080-\u00ff]*)+)\r\n\r\n/;
/** Chunked bodies, and connections that stop being HTTP/1.1. */
const NO_KNOWN_LENGTH = /\r\n(?:transfer-encoding|trailer|upgrade|expect|http2-settings):/i;
const CONTENT_LENGTH = /\r\ncontent-length:[\t ]*([^\r]*)/gi;
const DIGITS = /^\d{1,15}$/;

/**
 * Follows a request that node:http answers, to tell when the connection may return to the fast path. A request whose
 * length is in doubt, or that has others behind it, is never complete: the connection then stays with node:http.
 */
export function createPassedMessage(): PassedMessage {
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

/** Bytes of head and body (RFC 9112 section 6.3), or null where that takes more than reading one Content-Length. */
function messageLength(text: string): number | null {
  const [head, fields] = HEAD.exec(text) ?? [];
  if (head === undefined || fields === undefined || NO_KNOWN_LENGTH.test(fields)) return null;
  const [length, ...others] = Array.from(
    fields.matchAll(CONTENT_LENGTH),
    (match) => match[1]?.trimEnd() ?? '',
  );
  if (length === undefined) return head.length;
  return others.length === 0 && DIGITS.test(length) ? head.length + Number(length) : null;
}
