const BLOCK = 512;

export interface TarFile {
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Yields the bytes of a tar archive (POSIX ustar), which standard tools can read. */
export async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { path, size, content } of files) {
    yield header(path, size);
    let written = 0;
    for await (const bytes of content) {
      written += bytes.length;
      yield bytes;
    }
    if (written !== size) throw new Error(`${path} changed while it was being read`);
    yield new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield new Uint8Array(BLOCK * 2);
}

function header(path: string, size: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const { prefix, name } = splitPath(path);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Splits a path into name (at most 100 bytes) and prefix (at most 155 bytes). Storage keys fit. */
function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  const slash = path.indexOf('/', path.length - 101);
  const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
  if (slash < 1 || Buffer.byteLength(prefix) > 155)
    throw new Error(`The path ${path} is too long for a backup`);
  return { prefix, name };
}
