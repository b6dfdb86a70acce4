import { Duplex } from 'node:stream';
import type { EmbeddedHost } from './embedded-host.server.ts';

/** Messages that belong to one unit of work, which ends with Sync, Query or Flush. */
const HELD_BACK = new Set(['P', 'B', 'D', 'E', 'C']);
const TERMINATE = 'X';

/**
 * What node-postgres takes for a socket to a server. Everything up to a Sync goes to the database in one piece: the
 * one session executes whole units, never half of one query and half of another.
 */
export class EmbeddedStream extends Duplex {
  readonly #host: EmbeddedHost;
  #unread: Buffer = Buffer.alloc(0);
  #unit: Buffer[] = [];
  #startup = true;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(host: EmbeddedHost) {
    super();
    this.#host = host;
  }

  // The methods of a socket node-postgres calls besides those of a stream.
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
    for (let message = this.#nextMessage(); message; message = this.#nextMessage()) this.#take(message);
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

  #take({ type, bytes }: { type: string; bytes: Buffer }): void {
    if (type === TERMINATE) {
      void this.#turn.finally(() => {
        this.push(null);
        this.destroy();
      });
      return;
    }
    this.#unit.push(bytes);
    if (!HELD_BACK.has(type)) this.#send();
  }

  #send(): void {
    const bytes = new Uint8Array(Buffer.concat(this.#unit));
    this.#unit = [];
    this.#turn = this.#turn
      .then(() => this.#host.call('wire', bytes))
      .then(
        (answer) => answer && this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)),
        (error: Error) => this.destroy(error),
      );
  }
}
