import type { ClientConfig } from 'pg';
import { PreparedStatementClient } from './prepared-statement-client.server.ts';

export interface PostgresClientConfig extends ClientConfig {
  /** Timeout for the answer to each query in milliseconds; no timeout when undefined. */
  readonly answerTimeoutMs?: number | undefined;
}

/** A timer that fires later than this, in milliseconds, shows that the machine or the process was stalled. */
const STALL_MS = 250;
/** Milliseconds for closing the connection. */
const CLOSE_TIMEOUT_MS = 300;

/**
 * A connection to a PostgreSQL server that detects silently lost connections. A router can drop a connection without a
 * reset, and a timeout on the server (`statement_timeout`) has no effect when its answers do not arrive. When a query
 * gets no answer in time, the connection is destroyed.
 */
export class PostgresClient extends PreparedStatementClient {
  readonly #answerTimeoutMs: number | undefined;
  #limitMs: number | undefined;
  #deadline: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: PostgresClientConfig = {}) {
    super(config);
    this.#answerTimeoutMs = config.answerTimeoutMs;
    this.#limitMs = config.answerTimeoutMs;
    const query = this.query.bind(this) as (...args: readonly unknown[]) => unknown;
    const queryWithTimeout = (...args: readonly unknown[]) => {
      if (this.#deadline === undefined) this.#expectAnswer();
      return query(...args);
    };
    this.query = queryWithTimeout as typeof this.query;
    this.connection.on('readyForQuery', () => {
      this.#limitMs = this.#limitMs === undefined ? undefined : this.#answerTimeoutMs;
      if (this.#deadline !== undefined) this.#expectAnswer();
    });
    this.on('drain', () => this.#stopWaiting());
    this.on('end', () => this.#stopWaiting());
  }

  /** Disables or restores the timeout, from the next query on. */
  setUnlimited(isUnlimited: boolean): void {
    this.#limitMs = isUnlimited ? undefined : this.#answerTimeoutMs;
    if (isUnlimited) this.#stopWaiting();
  }

  /**
   * Sets a shorter timeout for the next answer, because the connection may be lost; later answers have the usual one.
   * Calling it again does not extend the timeout.
   */
  limitNextAnswer(withinMs: number): void {
    if (this.#limitMs === undefined || this.#limitMs <= withinMs) return;
    this.#limitMs = withinMs;
    if (this.#deadline !== undefined) this.#expectAnswer();
  }

  /** Closes the connection immediately; pending queries are rejected with this reason. */
  destroy(reason: string): void {
    this.connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(
      () => this.destroy('The database server did not close the connection.'),
      CLOSE_TIMEOUT_MS,
    );
    this.once('end', () => clearTimeout(timer));
    return callback ? super.end(callback) : super.end();
  }

  #expectAnswer(): void {
    if (this.#limitMs === undefined) return;
    this.#deadline = performance.now() + this.#limitMs;
    this.#startTimer(this.#limitMs);
  }

  #startTimer(ms: number): void {
    clearTimeout(this.#timer);
    // setImmediate: an answer that arrived while the event loop was busy is read first.
    this.#timer = setTimeout(() => setImmediate(() => this.#destroyIfOverdue()), ms);
  }

  #destroyIfOverdue(): void {
    if (this.#deadline === undefined) return;
    const remainingMs = this.#deadline - performance.now();
    // A timer counts whole milliseconds and can fire a fraction of one early; a later answer sets a later deadline.
    if (remainingMs > 0) this.#startTimer(Math.ceil(remainingMs));
    // The server may have been stalled too, and gets the same time again.
    else if (remainingMs < -STALL_MS) this.#expectAnswer();
    else this.destroy('The database server did not answer in time.');
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#deadline = undefined;
  }
}
