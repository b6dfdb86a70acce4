import type { Storage } from '#platform/storage/storage.ts';

/** Stores the pictures of a backup, and can put the store back to what it was. */
export class PicturesToRestore {
  readonly #storage: Storage;
  /** What was under a key before; null for nothing. Almost always nothing. */
  readonly #before = new Map<string, Uint8Array | null>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async add(key: string, bytes: Uint8Array): Promise<void> {
    const before = await this.#read(key);
    if (before !== null && Buffer.compare(before, bytes) === 0) return;
    this.#before.set(key, before);
    await this.#storage.put(key, bytes);
  }

  /** To be called when the restore has failed. Throws when the store does not allow it. */
  async undo(): Promise<void> {
    for (const [key, before] of this.#before) {
      if (before === null) await this.#storage.delete(key);
      else await this.#storage.put(key, before);
    }
  }

  async #read(key: string): Promise<Uint8Array | null> {
    if ((await this.#storage.head(key)) === null) return null;
    const stored = await this.#storage.get(key);
    return stored === null ? null : new Uint8Array(await new Response(stored.body).arrayBuffer());
  }
}
