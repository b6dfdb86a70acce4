export interface StoredHead {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface StoredFile extends StoredHead {
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Where pictures lie, on a disk or in an S3-compatible store. What is stored under a key never changes (the maker of
 * the key sees to that, with a hash of the content in it), so browsers and proxies may keep it for ever.
 */
export interface Storage {
  /** Stores all of it or nothing. Throws for a key that is not one. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  head(key: string): Promise<StoredHead | null>;
  /** Deleting what is not there is no mistake. */
  delete(key: string): Promise<void>;
}
