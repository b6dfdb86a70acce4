import { pipelinePromise, Readable } from 'streamx';
import { extract } from 'tar-stream';

export interface TarEntry {
  readonly path: string;
  /** Must be read to its end before the next entry is requested. */
  readonly content: AsyncIterable<Buffer>;
}

export class DamagedArchiveError extends Error {}

/**
 * Yields the files of a tar archive as a stream; only one chunk is in memory at a time. Throws a `DamagedArchiveError` for
 * an invalid or truncated archive, and for entries that `writeTar` never writes: links, folders, devices and extended (pax)
 * headers, which are up to 4 MiB large. Errors of the source are thrown unchanged.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const archive = extract();
  const parsing = pipelinePromise(Readable.from(source), archive);
  for await (const entry of translateErrors(archive, parsing)) {
    const { name, type, pax } = entry.header;
    if (type !== 'file' || pax !== null) throw new DamagedArchiveError(`${name} is not a plain file`);
    // Without an encoding, the chunks are the buffers of the source.
    yield { path: name, content: translateErrors(entry as AsyncIterable<Buffer>, parsing) };
  }
}

/**
 * Throws the error with which parsing ended; an entry only reports that it was destroyed. The errors of Node.js, for example
 * of the file or of its decompression, have a code; those of tar-stream have none.
 */
async function* translateErrors<T>(parsed: AsyncIterable<T>, parsing: Promise<unknown>): AsyncGenerator<T> {
  const outcome = parsing.catch((error: unknown) => error);
  try {
    yield* parsed;
  } catch (error) {
    const cause = (await outcome) ?? error;
    if (cause instanceof Error && 'code' in cause) throw cause;
    throw new DamagedArchiveError('it is not a complete tar archive', { cause });
  }
}

/** Reads the content of an entry into memory. Throws a `DamagedArchiveError` with this message if it is larger. */
export async function readContent(
  content: AsyncIterable<Buffer>,
  maxBytes: number,
  message: string,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > maxBytes) throw new DamagedArchiveError(message);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
