const BLOCK = 512;

export interface TarEntry {
  readonly path: string;
  /** Must be read to its end before the next entry is requested. */
  readonly content: AsyncIterable<Buffer>;
}

export class DamagedArchiveError extends Error {}

/** Yields the files of a tar archive as a stream; only one chunk is in memory at a time. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source);
  for (;;) {
    const block = await bytes.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const size = Number.parseInt(readString(block, 124, 12), 8);
    verifyHeaderChecksum(block);
    const prefix = readString(block, 345, 155);
    const name = readString(block, 0, 100);
    yield { path: prefix === '' ? name : `${prefix}/${name}`, content: bytes.stream(size) };
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

function readString(block: Buffer, start: number, length: number): string {
  const field = block.toString('utf8', start, start + length);
  const end = field.indexOf('\0');
  return (end === -1 ? field : field.slice(0, end)).trim();
}

function verifyHeaderChecksum(block: Buffer): void {
  const blank = Buffer.from(block).fill(' ', 148, 156);
  const sum = blank.reduce((total, byte) => total + byte, 0);
  if (sum !== Number.parseInt(readString(block, 148, 8), 8))
    throw new DamagedArchiveError('a header checksum does not match');
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(length)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *stream(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0;) {
      if (this.#chunk.length === 0) {
        const { done, value } = await this.#source.next();
        if (done) throw new DamagedArchiveError('it ends too early');
        this.#chunk = value;
        continue;
      }
      const part = this.#chunk.subarray(0, missing);
      this.#chunk = this.#chunk.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
}
