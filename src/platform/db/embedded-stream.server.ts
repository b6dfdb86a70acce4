import { Duplex } from 'node:stream';
import type { EmbeddedHost } from './embedded-host.server.ts';

/** Message types that are buffered until the Sync, Query or Flush that ends their batch. */
const BUFFERED_TYPES = new Set(['P', 'B', 'D', 'E', 'C']);
const TERMINATE = 'X';

/**
 * Acts as the socket of node-postgres. All messages up to a Sync are sent to the database as one batch, so that the
 * single session never interleaves two queries.
 */
export class EmbeddedStream extends Duplex {
  readonly #host: EmbeddedHost;
  #unread: Buffer = Buffer.alloc(0);
  #batch: Buffer[] = [];
  #startup = true;
  #lastCall: Promise<unknown> = Promise.resolve();

  constructor(host: EmbeddedHost) {
    super();
    this.#host = host;
  }

  // The socket methods that node-postgres calls in addition to those of a stream.
  connect(): this {
    this.#host.call('reset').then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, chunk]) : chunk;
    for (let message = this.#nextMessage(); message; message = this.#nextMessage()) this.#handle(message);
    done();
  }

  #nextMessage(): { type: string; bytes: Buffer } | undefined {
    // The first message of a connection has no type byte before its length.
    const typeLength = this.#startup ? 0 : 1;
    if (this.#unread.length < typeLength + 4) return undefined;
    const length = typeLength + this.#unread.readInt32BE(typeLength);
    if (this.#unread.length < length) return undefined;
    const bytes = this.#unread.subarray(0, length);
    const type = this.#startup ? '' : String.fromCharCode(bytes[0] ?? 0);
    this.#unread = this.#unread.subarray(length);
    this.#startup = false;
    return { type, bytes };
  }

  #handle({ type, bytes }: { type: string; bytes: Buffer }): void {
    if (type === TERMINATE) {
      void this.#lastCall.finally(() => {
        this.push(null);
        this.destroy();
      });
      return;
    }
    this.#batch.push(bytes);
    if (!BUFFERED_TYPES.has(type)) this.#send();
  }

  #send(): void {
    const bytes = new Uint8Array(Buffer.concat(this.#batch));
    this.#batch = [];
    this.#lastCall = this.#lastCall
      .then(() => this.#host.call('exchange', bytes))
      .then(
        (answer) => answer && this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)),
        (error: Error) => this.destroy(error),
      );
  }
}
