/** What the fast path needs to know of a request. */
export interface RequestHead {
  readonly target: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * One whole GET of HTTP/1.1, nothing before it and nothing after. Bare line feeds, folded lines, spaces before the colon
 * and control characters do not match: node:http refuses those, and it must be the one to see them, or a proxy in front
 * of us could be talked into seeing other requests than we do.
 */
const HEAD = /^GET (\/[!-~]*) HTTP\/1\.1((?:\r\n[\w-]+:[\t -~\u0080-\u00ff]*)+)\r\n\r\n$/;

/** Fields that change what is asked for or how the connection goes on, all but the plain wish to keep it. */
const UNUSUAL =
  /\r\n(?:content-length|transfer-encoding|te|trailer|upgrade|expect|range|authorization|proxy-[\w-]+|http2-settings|if-(?!none-match:)[\w-]+|connection:(?![\t ]*keep-alive[\t ]*(?:\r\n|$)))/i;

const HOSTS = /\r\nhost:/gi;
const ACCEPT_ENCODING = /\r\naccept-encoding:[\t ]*([^\r]*)/gi;
const IF_NONE_MATCH = /\r\nif-none-match:[\t ]*([^\r]*)/gi;

/** Null for everything that is not as plain as can be; that is no judgement, only a matter for node:http. */
export function readRequestHead(chunk: string): RequestHead | null {
  const [, target, fields] = HEAD.exec(chunk) ?? [];
  if (target === undefined || fields === undefined || UNUSUAL.test(fields)) return null;
  const acceptEncoding = onlyValue(fields, ACCEPT_ENCODING);
  const ifNoneMatch = onlyValue(fields, IF_NONE_MATCH);
  if (acceptEncoding === null || ifNoneMatch === null || count(fields, HOSTS) !== 1) return null;
  return { target, acceptEncoding, ifNoneMatch };
}

/** Undefined without the field, null when it is there twice. */
function onlyValue(fields: string, pattern: RegExp): string | undefined | null {
  pattern.lastIndex = 0;
  const first = pattern.exec(fields);
  if (first === null) return undefined;
  return pattern.exec(fields) === null ? first[1]?.trimEnd() : null;
}

function count(fields: string, pattern: RegExp): number {
  return fields.match(pattern)?.length ?? 0;
}
