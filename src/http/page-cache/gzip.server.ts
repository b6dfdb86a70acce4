import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

/** Level 9 takes 50 % more time for less than 1 % of the bytes. */
const OPTIONS = { level: 6 };

/**
 * Bytes. A body up to this length, which most pages have, is compressed on the main thread within half a millisecond: the
 * way to the thread pool and back takes as long, and most of it is work of the main thread as well.
 */
const INLINE_MAX_BYTES = 64 * 1024;

const gzipOnThreadPool = promisify(gzip);

export async function toGzip(body: Uint8Array): Promise<Buffer> {
  return body.byteLength <= INLINE_MAX_BYTES ? gzipSync(body, OPTIONS) : gzipOnThreadPool(body, OPTIONS);
}
