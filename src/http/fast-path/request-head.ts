import type { RareField, RequestFields } from '../page-views/request-fields.ts';

/** The parts of a GET request that select its response. */
export interface RequestHead {
  readonly target: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** A request that the fast path can answer. */
export interface PlainRequest extends RequestHead {
  /** False when the client sends `Connection: close`. */
  readonly keepAlive: boolean;
  /** The same object for consecutive requests with the same header block. */
  readonly fields: RequestFields;
}

type HeaderBlock = Omit<PlainRequest, 'target'>;

/** Bytes. Longer heads are passed to node:http, which rejects them with 431. */
export const MAX_HEAD_BYTES = 16 * 1024;

const REQUEST_LINE = /^GET (\/[!-~]*) HTTP\/1\.1$/;

/**
 * Complete header fields with nothing before and nothing after them. Bare line feeds, folded lines, spaces before the
 * colon and control characters do not match: node:http rejects those, and accepting them here would allow request
 * smuggling through a proxy. node:http ignores fields beyond its limit, so longer blocks do not match either.
 */
const FIELDS = /^(?:\r\n[\w-]+:[\t -~\u0080-\u00ff]*){1,100}\r\n\r\n$/;

/**
 * Names of the fields that change what is requested or how the connection continues. If-Modified-Since is not one of
 * them: no response has Last-Modified, and RFC 9110 section 13.1.3 allows a server to ignore it.
 */
const UNSUPPORTED_FIELDS =
  /\r\n(?:content-length|transfer-encoding|te|trailer|upgrade|expect|range|authorization|proxy-[\w-]+|http2-settings|if-match|if-unmodified-since|if-range):/i;

/** The fields that are read. The first four may occur once; the last group has those that most requests do not have. */
const READ_FIELDS =
  /\r\n(?:(host)|(connection)|(accept-encoding)|(if-none-match)|(user-agent)|(referer)|(sec-fetch-dest)|(dnt|sec-gpc|(?:sec-|x-)?purpose|x-moz|x-page-shown)):[\t ]*([^\r]*)/gi;

/** Bytes. Longer requests are not memoized, because many connections may be open. Browsers send less than 1,000. */
const MAX_MEMOIZED_BYTES = 4 * 1024;

/**
 * Parses the requests of one connection. The last request and its header block are memoized, because clients repeat
 * them: identical bytes are not parsed again. The returned function takes the chunk of one read, which it does not keep, and
 * returns null unless it is exactly one complete, unambiguous GET; everything else is passed to node:http.
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
    const read = lastRequest !== null && block === lastBlock ? lastRequest : readHeaderBlock(block);
    if (read === null) return null;
    const { acceptEncoding, ifNoneMatch, keepAlive, fields } = read;
    const request = { target, acceptEncoding, ifNoneMatch, keepAlive, fields };
    if (chunk.length <= MAX_MEMOIZED_BYTES) {
      lastChunk = Buffer.from(chunk);
      lastRequest = request;
      lastBlock = block;
    }
    return request;
  };
}

function readHeaderBlock(block: string): HeaderBlock | null {
  if (!FIELDS.test(block) || UNSUPPORTED_FIELDS.test(block)) return null;
  let connection: string | undefined;
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  let host: string | undefined;
  let userAgent: string | undefined;
  let referrer: string | undefined;
  let destination: string | undefined;
  let rare: Partial<Record<RareField, string>> | undefined;
  READ_FIELDS.lastIndex = 0;
  for (let match = READ_FIELDS.exec(block); match !== null; match = READ_FIELDS.exec(block)) {
    const value = (match[9] ?? '').trimEnd();
    if (match[1] !== undefined) {
      if (host !== undefined) return null;
      host = value;
    } else if (match[2] !== undefined) {
      if (connection !== undefined) return null;
      connection = value;
    } else if (match[3] !== undefined) {
      if (acceptEncoding !== undefined) return null;
      acceptEncoding = value;
    } else if (match[4] !== undefined) {
      if (ifNoneMatch !== undefined) return null;
      ifNoneMatch = value;
    } else if (match[5] !== undefined) userAgent ??= value;
    else if (match[6] !== undefined) referrer ??= value;
    else if (match[7] !== undefined) destination ??= value;
    else {
      rare ??= {};
      // The expression matches no other names.
      rare[match[8]?.toLowerCase() as RareField] ??= value;
    }
  }
  const keepAlive = readKeepAlive(connection);
  if (host === undefined || keepAlive === null) return null;
  return {
    acceptEncoding,
    ifNoneMatch,
    keepAlive,
    fields: {
      host,
      userAgent,
      referrer,
      destination,
      findRare: rare === undefined ? null : (name) => rare[name],
      viewSource: undefined,
    },
  };
}

/** RFC 9112 section 9.3. Null for any other option, such as `upgrade`. */
function readKeepAlive(connection: string | undefined): boolean | null {
  if (connection === undefined) return true;
  const option = connection.toLowerCase();
  if (option === 'keep-alive') return true;
  return option === 'close' ? false : null;
}
