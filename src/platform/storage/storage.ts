export interface StoredHead {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface StoredFile extends StoredHead {
  readonly body: ReadableStream<Uint8Array>;
}

/** First and last byte, both included; both have to be there. */
export interface StoredRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Where pictures lie, on a disk or in an S3-compatible store. What is stored under a key never changes (the maker of
 * the key sees to that, with a hash of the content in it), so browsers and proxies may keep it for ever.
 *
 * What does not answer, or not as it should, throws `StoreFailure`; only what is certainly not there is null. No call
 * takes longer than `STORE_LIMIT_MS`; one that was given up earlier, by its signal, throws `StoreFailure` likewise.
 */
export interface Storage {
  /** Stores all of it or nothing. Throws for a key that is not one. */
  put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /**
   * The body is to be read or cancelled; it ends with a `StoreFailure` when the store stops sending. `size` is that of
   * the whole file also when a range was asked for. The signal gives up waiting for the body, not the body itself.
   */
  get(key: string, range?: StoredRange, signal?: AbortSignal): Promise<StoredFile | null>;
  head(key: string, signal?: AbortSignal): Promise<StoredHead | null>;
  /** Deleting what is not there is no mistake. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
}
