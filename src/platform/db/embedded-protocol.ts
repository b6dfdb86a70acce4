/** What the main thread and the thread of the embedded database say to each other. */
export type EmbeddedOperation = 'wire' | 'reset' | 'dump' | 'close';

export interface EmbeddedCall {
  readonly id: number;
  readonly operation: EmbeddedOperation;
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
}

export type EmbeddedFault = 'absent' | 'incomplete' | 'version' | 'durability' | 'unknown';

export type EmbeddedReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'fatal'; readonly fault: EmbeddedFault; readonly message: string }
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'result'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  | { readonly kind: 'error'; readonly id: number; readonly message: string };

/** Bytes up to which a copy costs less than handing the memory over to the other thread: nearly all queries and answers. */
const SMALL = 65_536;

/** What of a message changes hands and is not copied. */
export function handedOver(bytes: Uint8Array<ArrayBuffer> | undefined): ArrayBuffer[] {
  return bytes !== undefined && bytes.byteLength > SMALL ? [bytes.buffer] : [];
}

export interface EmbeddedSettings {
  /** The folder of the PostgreSQL cluster; without it everything is kept in memory. */
  readonly cluster?: string | undefined;
  /** Whether a cluster is created where there is none; otherwise that is the fault `absent`. */
  readonly create: boolean;
  /** A tar file made by the operation `dump`, to start an in-memory database from in a fraction of the time. */
  readonly template?: string | undefined;
  /** PostgreSQL itself. */
  readonly module: WebAssembly.Module;
}
