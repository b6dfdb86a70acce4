import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Log } from '#platform/log.server.ts';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';
import { embeddedModule } from './embedded-module.server.ts';
import {
  type EmbeddedFault,
  type EmbeddedOperation,
  type EmbeddedReply,
  type EmbeddedSettings,
  handedOver,
} from './embedded-protocol.ts';
import { storageFault } from './storage-fault.ts';

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
  readonly fault: EmbeddedFault;

  constructor(fault: EmbeddedFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** SQLSTATE query_canceled and admin_shutdown: what a server answers in the same situations. */
const CANCELED = '57014';
const SHUT_DOWN = '57P01';
/** A file that stays damaged must not keep everybody from the rest of the database. */
const STORAGE_RESTART_MS = 60_000;

/**
 * Keeps the thread of the embedded database: starts it, hands it calls, and puts another in its place when a query
 * runs too long (PGlite knows no statement_timeout) or the database crashed inside.
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
    if (!worker) throw new DatabaseStopped(SHUT_DOWN, 'The embedded database is closed.');
    const id = ++this.#sequence;
    return new Promise<Uint8Array<ArrayBuffer> | undefined>((resolve, reject) => {
      const limit =
        operation === 'wire' ? setTimeout(() => this.#cut(worker), this.#options.queryTimeoutMs) : undefined;
      this.#calls.set(id, { resolve, reject, limit });
      worker.postMessage({ id, operation, bytes }, handedOver(bytes));
    });
  }

  /** While `work` runs no query is cut. */
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
    // Not written as `new Worker(new URL(…))`: the bundler would then put its own idea of a worker there.
    const file = runsFromSource
      ? join(import.meta.dirname, 'embedded-worker.server.ts')
      : join(packageRoot, 'dist/server/embedded-worker.js');
    const { cluster, template } = this.#options;
    // Its standard streams stay apart: PostgreSQL's own notes are neither our log nor a message to the operator.
    const worker = new Worker(file, {
      workerData: { cluster, create, template, module } satisfies EmbeddedSettings,
      stdout: true,
      stderr: true,
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
        if (message.kind === 'fatal') return reject(new EmbeddedFatalError(message.fault, message.message));
        if (message.kind === 'crashed') return ended(new DatabaseStopped(SHUT_DOWN, message.message));
        if (message.kind !== 'ready') return this.#settle(worker, message);
        started = true;
        return resolve();
      });
      worker.on('error', ended);
      worker.on('exit', () => ended(new DatabaseStopped(SHUT_DOWN, 'The embedded database stopped.')));
    });
  }

  #settle(worker: Worker, message: Extract<EmbeddedReply, { id: number }>): void {
    if (message.kind === 'result' && message.bytes && this.#needsRestart(message.bytes)) {
      const stopped = new DatabaseStopped(SHUT_DOWN, 'The embedded database could not use its files.');
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
   * PostgreSQL keeps what it has of its files in memory: after it ran out of file descriptors, or a disk came back, writes
   * may fail until it is started again.
   */
  #needsRestart(answer: Uint8Array): boolean {
    const code = storageFault(answer);
    if (code === undefined) return false;
    this.#options.log.error({ code }, 'the embedded database cannot use its files');
    if (performance.now() - this.#storageRestart < STORAGE_RESTART_MS) return false;
    this.#storageRestart = performance.now();
    return true;
  }

  #cut(worker: Worker): void {
    if (this.#unlimited > 0) return;
    this.#replace(worker, new DatabaseStopped(CANCELED, 'The query ran too long and was cut.'));
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
    this.#options.log.error({ err: error }, 'the embedded database is started again');
    this.#ready = worker.terminate().then(() => this.#restart());
    this.#ready.catch(() => {});
  }

  async #restart(): Promise<void> {
    for (let wait = 250; !this.#closing; wait = Math.min(wait * 2, 10_000)) {
      try {
        // Nothing is created in the place of a database that was there before.
        return await this.#start(false);
      } catch (error) {
        this.#worker = undefined;
        this.#options.log.error({ err: error }, 'the embedded database does not start');
        await sleep(wait);
      }
    }
  }
}

class DatabaseStopped extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
