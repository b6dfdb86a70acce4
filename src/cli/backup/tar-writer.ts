import { pipelinePromise, Readable } from 'streamx';
import { pack, type Pack } from 'tar-stream';

export interface TarFile {
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const PRINTABLE = /^[!-~]+$/;
/** Characters of the fields of a ustar header: the name, and the prefix before one of its slashes. */
const [MAX_NAME, MAX_PREFIX] = [100, 155];

/** Whether a path fits into a ustar header. Storage keys do. */
function fitsHeader(path: string): boolean {
  if (!PRINTABLE.test(path)) return false;
  if (path.length <= MAX_NAME) return true;
  const slash = path.indexOf('/', Math.max(1, path.length - MAX_NAME - 1));
  return slash !== -1 && slash <= MAX_PREFIX && slash < path.length - 1;
}

/** Yields the bytes of a tar archive (POSIX ustar), which standard tools can read. */
export async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const adding = addFiles(archive, files).catch((error: Error) => archive.destroy(error));
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    archive.destroy();
    await adding;
  }
}

async function addFiles(archive: Pack, files: AsyncIterable<TarFile>): Promise<void> {
  for await (const file of files) {
    const { path, size } = file;
    // Such a path would need a pax header, which `readTar` rejects.
    if (!fitsHeader(path)) throw new Error(`The path ${path} is too long for a backup`);
    await pipelinePromise(Readable.from(readExactly(file)), archive.entry({ name: path, size, mode: 0o600 }));
  }
  archive.finalize();
}

async function* readExactly({ path, size, content }: TarFile): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const bytes of content) {
    read += bytes.length;
    yield bytes;
  }
  if (read !== size) throw new Error(`${path} changed while it was being read`);
}
