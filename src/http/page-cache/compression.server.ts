import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compressWithBrotli = promisify(brotliCompress);

const COMPRESSIBLE = /^text\/|[/+](?:json|xml|javascript|speculationrules)|^image\/svg|manifest/;
/** Bytes. Below this, compression saves less than its own header field costs. */
const MIN_BYTES = 200;

/** Whether compression is worthwhile for this type and size. Images and fonts are already compressed. */
export function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= MIN_BYTES && COMPRESSIBLE.test(contentType);
}

/** Level 11, on the thread pool. 36 kB of HTML take 40 ms, so no reader waits for it. */
export function toBrotli(body: Uint8Array): Promise<Buffer> {
  return compressWithBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  });
}
