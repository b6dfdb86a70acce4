import { createHash, type Hash } from 'node:crypto';
import { DamagedArchive, type TarEntry } from './tar-reader.ts';
import type { TarFile } from './tar-writer.ts';

/** Files between two lists of checksums: neither side ever holds more than one list, whatever the number of pictures. */
const FILES_IN_A_LIST = 1_000;
const LONGEST_LIST = FILES_IN_A_LIST * 400;

const FOLDER = 'checksums/';
const LAST_LIST = `${FOLDER}end.sha256`;

const listPath = (number: number) => `${FOLDER}${String(number).padStart(6, '0')}.sha256`;
/** As `sha256sum -c` reads it. */
const lineOf = (hash: Hash, path: string) => `${hash.digest('hex')}  ${path}\n`;

/**
 * Adds lists of SHA-256 checksums to the files of an archive. Each list names the files since the one before it, and that
 * one; the last has a name of its own. So no file and no list can be altered, added or left out unnoticed.
 */
export async function* withChecksums(files: AsyncIterable<TarFile>): AsyncGenerator<TarFile> {
  let lines: string[] = [];
  let lists = 0;
  const list = (path: string): TarFile => {
    const text = Buffer.from(lines.join(''));
    lines = [lineOf(createHash('sha256').update(text), path)];
    return { path, size: text.length, content: [text] };
  };
  for await (const file of files) {
    const hash = createHash('sha256');
    yield { ...file, content: hashed(file.content, hash) };
    lines.push(lineOf(hash, file.path));
    if (lines.length >= FILES_IN_A_LIST) yield list(listPath(++lists));
  }
  yield list(LAST_LIST);
}

/**
 * The files of an archive without its checksums, each compared with them: throws `DamagedArchive` for the first that is
 * not what was written. The content of a file is given out before it is compared, so nothing may be done with it for
 * good until the end.
 * @param isRequired whether an archive without checksums is damaged, asked at the end
 */
export async function* checked(
  entries: AsyncIterable<TarEntry>,
  isRequired: () => boolean,
): AsyncGenerator<TarEntry> {
  let lines: string[] = [];
  let isComplete = false;
  for await (const { path, content } of entries) {
    if (isComplete) throw new DamagedArchive(`${path} comes after its end`);
    if (path.startsWith(FOLDER)) {
      const text = await readList(content);
      compare(text.toString(), lines);
      lines = [lineOf(createHash('sha256').update(text), path)];
      isComplete = path === LAST_LIST;
      continue;
    }
    const hash = createHash('sha256');
    const bytes = hashed(content, hash);
    yield { path, content: bytes };
    // What the reader has left unread counts as well.
    for await (const _rest of bytes);
    // An archive without checksums must not make this list longer and longer.
    if (lines.length <= FILES_IN_A_LIST) lines.push(lineOf(hash, path));
  }
  if (isRequired() && !isComplete) throw new DamagedArchive('its checksums are missing');
}

async function* hashed(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

async function readList(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > LONGEST_LIST) throw new DamagedArchive('a list of checksums is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function compare(list: string, found: readonly string[]): void {
  const listed = list.split('\n').slice(0, -1);
  const altered = found.findIndex((line, index) => line !== `${listed[index]}\n`);
  if (altered !== -1) throw new DamagedArchive(`${found[altered]?.slice(66, -1)} was altered`);
  if (listed.length !== found.length)
    throw new DamagedArchive(`${listed[found.length]?.slice(66)} is missing`);
}
