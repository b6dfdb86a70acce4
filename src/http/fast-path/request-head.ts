/** What selects a response to a GET. */
export interface RequestHead {
  readonly target: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** A request the fast path can answer. */
export interface PlainRequest extends RequestHead {
  /** False when the client asks for the connection to be closed after the response. */
  readonly keepAlive: boolean;
}

type HeaderBlock = Omit<PlainRequest, 'target'>;

/** Bytes. node:http refuses longer heads with 431, and so it must be the one to see them. */
export const MAX_HEAD_BYTES = 16 * 1024;

const REQUEST_LINE = /^GET (\/[!-~]*) HTTP\/1\.1$/;

/**
 * Complete header fields with nothing before and nothing after them. Bare line feeds, folded lines, spaces before the
 * colon and control characters do not match: node:http refuses those, and it must be the one to see them, or a proxy in
 * front of us could be led to see other requests than we do. node:http ignores fields beyond a limit, so does this.
 */
const FIELDS = /^(?:\r\n[\w-]+:[\t -~\u0080-\u00ff]*){1,100}\r\n\r\n$/;

/**
 * Whole names of the fields that change what is requested or how the connection continues. If-Modified-Since is not one
 * of them: no response carries Last-Modified, and RFC 9110 section 13.1.3 lets a server ignore it.
 */
const UNUSUAL =
  /\r\n(?:content-length|transfer-encoding|te|trailer|upgrade|expect|range|authorization|proxy-[\w-]+|http2-settings|if-match|if-unmodified-since|if-range):/i;

const HOST = /\r\nhost:[\t ]*([^\r]*)/gi;
const CONNECTION = /\r\nconnection:[\t ]*([^\r]*)/gi;
const ACCEPT_ENCODING = /\r\naccept-encoding:[\t ]*([^\r]*)/gi;
const IF_NONE_MATCH = /\r\nif-none-match:[\t ]*([^\r]*)/gi;

/** Longer messages are not remembered: many connections may be open. Bytes; browsers send less than 1,000. */
const MAX_REMEMBERED_BYTES = 4 * 1024;

/**
 * Reads the requests of one connection. The last message and its header block are remembered, because clients repeat
 * them: what is equal byte for byte is not parsed again. The returned function takes what arrived in one read, and
 * returns null unless that is exactly one complete GET that leaves no room for interpretation; node:http decides about
 * everything else.
 */
export function createHeadReader(): (chunk: Buffer) => PlainRequest | null {
  let lastChunk: Buffer | null = null;
  let lastRequest: PlainRequest | null = null;
  let lastBlock = '';

  return (chunk) => {
    if (lastChunk !== null && chunk.equals(lastChunk)) return lastRequest;
    if (chunk.length >= MAX_HEAD_BYTES) return null;
    const text = chunk.toString('latin1');
    const lineEnd = text.indexOf('\r\n');
    const target = lineEnd === -1 ? undefined : REQUEST_LINE.exec(text.slice(0, lineEnd))?.[1];
    if (target === undefined) return null;
    const block = text.slice(lineEnd);
    const fields = lastRequest !== null && block === lastBlock ? lastRequest : readHeaderBlock(block);
    if (fields === null) return null;
    const { acceptEncoding, ifNoneMatch, keepAlive } = fields;
    const request = { target, acceptEncoding, ifNoneMatch, keepAlive };
    if (chunk.length <= MAX_REMEMBERED_BYTES) {
      lastChunk = chunk;
      lastRequest = request;
      lastBlock = block;
    }
    return request;
  };
}

function readHeaderBlock(block: string): HeaderBlock | null {
  if (!FIELDS.test(block) || UNUSUAL.test(block)) return null;
  const host = onlyValue(block, HOST);
  const keepAlive = readKeepAlive(onlyValue(block, CONNECTION));
  const acceptEncoding = onlyValue(block, ACCEPT_ENCODING);
  const ifNoneMatch = onlyValue(block, IF_NONE_MATCH);
  if (host === undefined || host === null || keepAlive === null) return null;
  return acceptEncoding === null || ifNoneMatch === null ? null : { acceptEncoding, ifNoneMatch, keepAlive };
}

/** RFC 9112 section 9.3. Null for every other option, such as `upgrade`. */
function readKeepAlive(connection: string | undefined | null): boolean | null {
  if (connection === undefined) return true;
  const option = connection?.toLowerCase();
  if (option === 'keep-alive') return true;
  return option === 'close' ? false : null;
}

/** Undefined without the field, null when it is there twice. */
function onlyValue(fields: string, pattern: RegExp): string | undefined | null {
  pattern.lastIndex = 0;
  const first = pattern.exec(fields);
  if (first === null) return undefined;
  return pattern.exec(fields) === null ? first[1]?.trimEnd() : null;
}
