import type { Storage } from '#platform/storage/storage.ts';

/** Stores the pictures of a backup and can revert the store to its previous state. */
export class PictureRestorer {
  readonly #storage: Storage;
  /** The previous content by key; null if there was none, which is almost always the case. */
  readonly #before = new Map<string, Uint8Array | null>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async add(key: string, bytes: Uint8Array): Promise<void> {
    const before = await this.#read(key);
    if (before !== null && Buffer.compare(before, bytes) === 0) return;
    // A key may occur twice in an archive; only its first previous content is from before the restore.
    if (!this.#before.has(key)) this.#before.set(key, before);
    await this.#storage.put(key, bytes);
  }

  /** Reverts the store after a failed restore. Throws if the store fails. */
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
