import type { ClientConfig } from 'pg';
import { PreparingClient } from './preparing-client.server.ts';

export interface ServerClientConfig extends ClientConfig {
  /** Milliseconds within which each query has to be answered; unlimited without it. */
  readonly answerTimeoutMs?: number | undefined;
}

/** How long a goodbye may take. Milliseconds. */
const CLOSE_MS = 300;

/**
 * A connection to a PostgreSQL server that notices when the other end has gone silent. A router that drops a connection
 * tells nobody, and a limit on the server (`statement_timeout`) does not help where its answers do not arrive. A query
 * without an answer destroys the connection, so that nothing waits on it a second time.
 */
export class ServerClient extends PreparingClient {
  readonly #answerTimeoutMs: number | undefined;
  #limitMs: number | undefined;
  #deadline: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: ServerClientConfig = {}) {
    super(config);
    this.#answerTimeoutMs = config.answerTimeoutMs;
    this.#limitMs = config.answerTimeoutMs;
    const ask = this.query.bind(this) as (...asked: readonly unknown[]) => unknown;
    const askInTime = (...asked: readonly unknown[]) => {
      if (this.#deadline === undefined) this.#expectAnswer();
      return ask(...asked);
    };
    this.query = askInTime as typeof this.query;
    this.connection.on('readyForQuery', () => {
      this.#limitMs = this.#limitMs === undefined ? undefined : this.#answerTimeoutMs;
      if (this.#deadline !== undefined) this.#expectAnswer();
    });
    this.on('drain', () => this.#stopWaiting());
    this.on('end', () => this.#stopWaiting());
  }

  /** Lifts the limit, or brings it back, from the next query on. */
  setUnlimited(isUnlimited: boolean): void {
    this.#limitMs = isUnlimited ? undefined : this.#answerTimeoutMs;
    if (isUnlimited) this.#stopWaiting();
  }

  /** Expects the next answer within this time, because the line is suspected to be dead; later ones as before. */
  suspect(withinMs: number): void {
    if (this.#limitMs === undefined) return;
    this.#limitMs = withinMs;
    if (this.#deadline !== undefined) this.#expectAnswer();
  }

  /** Ends the connection at once; queries that wait for an answer are rejected with this reason. */
  destroy(reason: string): void {
    this.connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(
      () => this.destroy('The database server did not close the connection.'),
      CLOSE_MS,
    );
    this.once('end', () => clearTimeout(timer));
    return callback ? super.end(callback) : super.end();
  }

  #expectAnswer(): void {
    clearTimeout(this.#timer);
    if (this.#limitMs === undefined) return;
    this.#deadline = performance.now() + this.#limitMs;
    // An answer that arrived while this thread was busy is read before the verdict.
    this.#timer = setTimeout(() => setImmediate(() => this.#judge()), this.#limitMs);
  }

  #judge(): void {
    if (this.#deadline === undefined || performance.now() < this.#deadline) return;
    this.destroy('The database server did not answer in time.');
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#deadline = undefined;
  }
}
