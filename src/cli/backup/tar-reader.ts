const BLOCK = 512;

export interface TarEntry {
  readonly path: string;
  /** To be read to its end before the next entry is asked for. */
  readonly content: AsyncIterable<Buffer>;
}

export class DamagedArchive extends Error {}

/** The files of a tar archive, one after the other, without holding more than a piece of it. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(source);
  for (;;) {
    const block = await bytes.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const size = Number.parseInt(text(block, 124, 12), 8);
    checkSum(block);
    const prefix = text(block, 345, 155);
    const name = text(block, 0, 100);
    yield { path: prefix === '' ? name : `${prefix}/${name}`, content: bytes.stream(size) };
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

function text(block: Buffer, start: number, length: number): string {
  const field = block.toString('utf8', start, start + length);
  const end = field.indexOf('\0');
  return (end === -1 ? field : field.slice(0, end)).trim();
}

function checkSum(block: Buffer): void {
  const blank = Buffer.from(block).fill(' ', 148, 156);
  const sum = blank.reduce((total, byte) => total + byte, 0);
  if (sum !== Number.parseInt(text(block, 148, 8), 8)) throw new DamagedArchive('a header does not add up');
}

class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

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
      if (this.#held.length === 0) {
        const { done, value } = await this.#source.next();
        if (done) throw new DamagedArchive('it ends too early');
        this.#held = value;
        continue;
      }
      const part = this.#held.subarray(0, missing);
      this.#held = this.#held.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
}
