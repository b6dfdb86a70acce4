export interface StoredHead {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface StoredFile extends StoredHead {
  readonly body: ReadableStream<Uint8Array>;
}

/** Offsets of the first and the last byte, both inclusive; both must exist. */
export interface StoredRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Storage for images, on a disk or in an S3-compatible service. The content of a key never changes (the caller puts a
 * hash of the content into the key), so browsers and proxies may cache it forever.
 *
 * A storage that fails or does not answer throws `StorageError`; null means that the file certainly does not exist. No
 * call takes longer than `STORAGE_TIMEOUT_MS`. A call that its signal aborts earlier also throws `StorageError`.
 */
export interface Storage {
  /** Stores the file atomically. Throws for an invalid key. */
  put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /**
   * The body must be read or cancelled; it errors with a `StorageError` when the storage stops sending. `size` is the
   * size of the whole file, even when a range is requested. The signal aborts the call until the body begins, not the
   * body.
   */
  get(key: string, range?: StoredRange, signal?: AbortSignal): Promise<StoredFile | null>;
  head(key: string, signal?: AbortSignal): Promise<StoredHead | null>;
  /** Deleting a missing file is not an error. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
}
