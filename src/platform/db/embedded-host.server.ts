import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '#platform/log.server.ts';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';
import { embeddedModule } from './embedded-module.server.ts';
import {
  type EmbeddedStartFailure,
  type EmbeddedOperation,
  type EmbeddedReply,
  type EmbeddedSettings,
  transferList,
} from './embedded-protocol.ts';
import { findStorageErrorCode } from './storage-error.ts';

interface PendingCall {
  readonly resolve: (bytes: Uint8Array<ArrayBuffer> | undefined) => void;
  readonly reject: (error: Error) => void;
  readonly limit: NodeJS.Timeout | undefined;
}

export interface EmbeddedHostOptions extends Omit<EmbeddedSettings, 'module'> {
  readonly queryTimeoutMs: number;
  readonly log: Log;
}

export class EmbeddedFatalError extends Error {
  readonly reason: EmbeddedStartFailure;

  constructor(reason: EmbeddedStartFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** SQLSTATE query_canceled and admin_shutdown, as a server returns in the same situations. */
const CANCELED = '57014';
const SHUT_DOWN = '57P01';
/**
 * Minimum milliseconds between restarts for storage errors, so that a damaged file does not block the rest of the
 * database.
 */
const STORAGE_RESTART_MS = 60_000;
/**
 * For new objects of the worker, in megabytes. By default it depends on the memory of the machine (192 with 24 GB), grows under load
 * and hardly shrinks. The bytes of requests and responses are outside of it, so the worker is as fast with less.
 */
const WORKER_YOUNG_GENERATION_MB = 8;

/**
 * Manages the worker thread of the embedded database: starts it, sends it calls, and replaces it when a query takes too
 * long (PGlite has no statement_timeout) or the database crashed.
 */
export class EmbeddedHost {
  readonly #options: EmbeddedHostOptions;
  readonly #calls = new Map<number, PendingCall>();
  #worker: Worker | undefined;
  #ready: Promise<void>;
  #sequence = 0;
  #unlimited = 0;
  #storageRestart = -Infinity;
  #closing = false;

  constructor(options: EmbeddedHostOptions) {
    this.#options = options;
    this.#ready = this.#start(options.create);
    this.#ready.catch(() => {});
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  async call(operation: EmbeddedOperation, bytes?: Uint8Array<ArrayBuffer>) {
    await this.#ready;
    const worker = this.#worker;
    if (!worker) throw new DatabaseStoppedError(SHUT_DOWN, 'The embedded database is closed.');
    const id = ++this.#sequence;
    return new Promise<Uint8Array<ArrayBuffer> | undefined>((resolve, reject) => {
      const isLimited = operation === 'exchange' && this.#unlimited === 0;
      const limit = isLimited
        ? setTimeout(() => this.#cancel(worker), this.#options.queryTimeoutMs)
        : undefined;
      this.#calls.set(id, { resolve, reject, limit });
      worker.postMessage({ id, operation, bytes }, transferList(bytes));
    });
  }

  /**
   * Disables the timeout of the queries that are sent while `work` runs. The caller must hold the only connection, so that
   * these are its own queries: while it waited for the connection, the query of another caller would have no timeout.
   */
  async withoutLimit<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited += 1;
    try {
      return await work();
    } finally {
      this.#unlimited -= 1;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.call('close').catch(() => {});
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #start(create: boolean): Promise<void> {
    const module = await embeddedModule();
    // Not written as `new Worker(new URL(…))`, which the bundler would transform.
    const file = runsFromSource
      ? join(import.meta.dirname, 'embedded-worker.server.ts')
      : join(packageRoot, 'dist/server/embedded-worker.js');
    const { cluster, template } = this.#options;
    // PostgreSQL's own output goes to the debug log, not to the standard streams of this process.
    const worker = new Worker(file, {
      workerData: { cluster, create, template, module } satisfies EmbeddedSettings,
      stdout: true,
      stderr: true,
      resourceLimits: { maxYoungGenerationSizeMb: WORKER_YOUNG_GENERATION_MB },
    });
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (text: Buffer) =>
        this.#options.log.debug({ text: String(text) }, 'embedded database'),
      );
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      let started = false;
      const ended = (error: Error) => (started ? this.#replace(worker, error) : reject(error));
      worker.on('message', (message: EmbeddedReply) => {
        if (message.kind === 'fatal') return reject(new EmbeddedFatalError(message.reason, message.message));
        if (message.kind === 'crashed') return ended(new DatabaseStoppedError(SHUT_DOWN, message.message));
        if (message.kind !== 'ready') return this.#settle(worker, message);
        started = true;
        return resolve();
      });
      worker.on('error', ended);
      worker.on('exit', () => ended(new DatabaseStoppedError(SHUT_DOWN, 'The embedded database stopped.')));
    });
  }

  #settle(worker: Worker, message: Extract<EmbeddedReply, { id: number }>): void {
    if (message.kind === 'result' && message.bytes && this.#needsRestart(message.bytes)) {
      const stopped = new DatabaseStoppedError(SHUT_DOWN, 'The embedded database could not use its files.');
      return this.#replace(worker, stopped);
    }
    const call = this.#calls.get(message.id);
    if (!call) return;
    this.#calls.delete(message.id);
    clearTimeout(call.limit);
    if (message.kind === 'result') call.resolve(message.bytes);
    else call.reject(new Error(message.message));
  }

  /**
   * PostgreSQL caches the state of its files: after it ran out of file descriptors, or after a disk became available
   * again, writes may fail until it is restarted.
   */
  #needsRestart(answer: Uint8Array): boolean {
    const code = findStorageErrorCode(answer);
    if (code === undefined) return false;
    this.#options.log.error({ code }, 'the embedded database cannot use its files');
    if (performance.now() - this.#storageRestart < STORAGE_RESTART_MS) return false;
    this.#storageRestart = performance.now();
    return true;
  }

  #cancel(worker: Worker): void {
    this.#replace(worker, new DatabaseStoppedError(CANCELED, 'The query took too long and was cancelled.'));
  }

  #replace(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const call of this.#calls.values()) {
      clearTimeout(call.limit);
      call.reject(error);
    }
    this.#calls.clear();
    if (this.#closing) return;
    this.#options.log.error({ err: error }, 'the embedded database is restarted');
    this.#ready = worker.terminate().then(() => this.#restart());
    this.#ready.catch(() => {});
  }

  async #restart(): Promise<void> {
    for (let wait = 250; !this.#closing; wait = Math.min(wait * 2, 10_000)) {
      try {
        // `create` is false: the database existed before and must not be replaced by a new one.
        return await this.#start(false);
      } catch (error) {
        this.#worker = undefined;
        this.#options.log.error({ err: error }, 'the embedded database does not start');
        await sleep(wait);
      }
    }
  }
}

class DatabaseStoppedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
