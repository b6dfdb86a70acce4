/** Writes the gzip and brotli variants of every built browser file next to it. Part of `npm run build`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const FOLDER = join(import.meta.dirname, '..', 'dist', 'client');
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|xml|webmanifest|ico)$/;

for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && COMPRESSIBLE.test(entry.name)) compress(join(entry.parentPath, entry.name));
}

/** A variant that is not smaller is not written: the server sends the uncompressed file instead. */
function compress(file: string): void {
  const body = readFileSync(file);
  const variants = {
    '.gz': gzipSync(body, { level: 9 }),
    '.br': brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  };
  for (const [suffix, bytes] of Object.entries(variants)) {
    if (bytes.byteLength < body.byteLength) writeFileSync(file + suffix, bytes);
  }
}
