import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressWithGzip = promisify(gzip);
const compressWithBrotli = promisify(brotliCompress);

const COMPRESSIBLE = /^text\/|[/+](?:json|xml|javascript|speculationrules)|^image\/svg|manifest/;
/** Below this a coding saves less than its own header field costs. */
const SMALLEST = 200;

/** Whether text of this type gets smaller. Pictures and fonts are compressed already. */
export function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= SMALLEST && COMPRESSIBLE.test(contentType);
}

/**
 * Level 6, on the thread pool: the first reader waits for it. Level 9 takes half as long again for less than 1 % of the
 * bytes, and brotli replaces this form within a second.
 */
export function toGzip(body: Uint8Array): Promise<Buffer> {
  return compressWithGzip(body, { level: 6, memLevel: 9 });
}

/** Level 11, on the thread pool. 36 kB of HTML take 40 ms, so it never stands in a reader's way. */
export function toBrotli(body: Uint8Array): Promise<Buffer> {
  return compressWithBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  });
}
