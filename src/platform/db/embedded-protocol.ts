/** Messages between the main thread and the worker thread of the embedded database. */
export type EmbeddedOperation = 'exchange' | 'reset' | 'dump' | 'close';

export interface EmbeddedCall {
  readonly id: number;
  readonly operation: EmbeddedOperation;
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
}

export type EmbeddedStartFailure = 'absent' | 'incomplete' | 'version' | 'durability' | 'unknown';

export type EmbeddedReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'fatal'; readonly reason: EmbeddedStartFailure; readonly message: string }
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'result'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  | { readonly kind: 'error'; readonly id: number; readonly message: string };

/**
 * Bytes up to which copying costs less than transferring the buffer to the other thread: nearly all queries and
 * responses.
 */
const MAX_COPIED_BYTES = 65_536;

/** The buffers of a message that are transferred instead of copied. */
export function transferList(bytes: Uint8Array<ArrayBuffer> | undefined): ArrayBuffer[] {
  return bytes !== undefined && bytes.byteLength > MAX_COPIED_BYTES ? [bytes.buffer] : [];
}

export interface EmbeddedSettings {
  /** The folder of the PostgreSQL cluster; when undefined, the database is in memory. */
  readonly cluster?: string | undefined;
  /** Whether a missing cluster is created; otherwise the start fails with `absent`. */
  readonly create: boolean;
  /** A tar file made by the operation `dump`, from which an in-memory database starts in a fraction of the time. */
  readonly template?: string | undefined;
  /** The compiled WebAssembly module of PostgreSQL. */
  readonly module: WebAssembly.Module;
}
