import { createHash, type Hash } from 'node:crypto';
import { DamagedArchiveError, readContent, type TarEntry } from './tar-reader.ts';
import type { TarFile } from './tar-writer.ts';

/** Number of files per checksum list. It bounds the memory of writer and reader, whatever the number of pictures. */
const FILES_PER_LIST = 1_000;
const MAX_LIST_BYTES = FILES_PER_LIST * 400;

const FOLDER = 'checksums/';
const LAST_LIST = `${FOLDER}end.sha256`;

const listPath = (number: number) => `${FOLDER}${String(number).padStart(6, '0')}.sha256`;
/** A line in the format of `sha256sum -c`. */
const checksumLine = (hash: Hash, path: string) => `${hash.digest('hex')}  ${path}\n`;

/**
 * Adds lists of SHA-256 checksums to the files of an archive. Each list covers the files since the previous list and that
 * list itself; the last list has a fixed name. So every altered, added or missing file or list is detected.
 */
export async function* withChecksums(files: AsyncIterable<TarFile>): AsyncGenerator<TarFile> {
  let lines: string[] = [];
  let lists = 0;
  const list = (path: string): TarFile => {
    const text = Buffer.from(lines.join(''));
    lines = [checksumLine(createHash('sha256').update(text), path)];
    return { path, size: text.length, content: [text] };
  };
  for await (const file of files) {
    const hash = createHash('sha256');
    yield { ...file, content: updateHash(file.content, hash) };
    lines.push(checksumLine(hash, file.path));
    if (lines.length >= FILES_PER_LIST) yield list(listPath(++lists));
  }
  yield list(LAST_LIST);
}

/**
 * Yields the files of an archive without its checksum lists and verifies each against them. Throws a
 * `DamagedArchiveError` for the first mismatch. A file's content is yielded before it is verified, so the caller must not
 * commit anything derived from it before the iteration ends.
 * @param isRequired whether an archive without checksums is damaged; called at the end
 */
export async function* verifyChecksums(
  entries: AsyncIterable<TarEntry>,
  isRequired: () => boolean,
): AsyncGenerator<TarEntry> {
  let lines: string[] = [];
  let isComplete = false;
  for await (const { path, content } of entries) {
    if (isComplete) throw new DamagedArchiveError(`${path} comes after its end`);
    if (path.startsWith(FOLDER)) {
      const text = await readContent(content, MAX_LIST_BYTES, 'a list of checksums is too long');
      compareLists(text.toString(), lines);
      lines = [checksumLine(createHash('sha256').update(text), path)];
      isComplete = path === LAST_LIST;
      continue;
    }
    const hash = createHash('sha256');
    const bytes = updateHash(content, hash);
    yield { path, content: bytes };
    // Hashes the content that the consumer did not read.
    for await (const _rest of bytes);
    // An archive without checksums must not make this list grow without bound.
    if (lines.length <= FILES_PER_LIST) lines.push(checksumLine(hash, path));
  }
  if (isRequired() && !isComplete) throw new DamagedArchiveError('its checksums are missing');
}

async function* updateHash(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

function compareLists(list: string, found: readonly string[]): void {
  const listed = list.split('\n').slice(0, -1);
  const altered = found.findIndex((line, index) => line !== `${listed[index]}\n`);
  if (altered !== -1) throw new DamagedArchiveError(`${found[altered]?.slice(66, -1)} was altered`);
  if (listed.length !== found.length)
    throw new DamagedArchiveError(`${listed[found.length]?.slice(66)} is missing`);
}
