import { pipelinePromise, Readable } from 'streamx';
import { pack, type Pack } from 'tar-stream';

export interface TarFile {
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** What fits into a ustar header: a name, and a prefix before one of its slashes. Storage keys fit. */
const USTAR_PATH = /^(?:[!-~]{1,155}\/)?[!-~]{1,100}$/;

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
    if (!USTAR_PATH.test(path)) throw new Error(`The path ${path} is too long for a backup`);
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
