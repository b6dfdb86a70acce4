import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { createWorkQueue, QueueFullError } from '#platform/work-queue.ts';
import type { HtmlTaskResult, ThreadTask } from './html-tasks.server.ts';
import { contentError } from './content-error.ts';

/**
 * After this time without a task the worker is terminated, which frees its memory. Editors save several times in a row.
 */
const IDLE_TIMEOUT_MS = 30_000;
/** No ordinary article needs more. */
const MAX_HEAP_MB = 256;

const TIMEOUT_MESSAGE = 'This text takes too long to check. Please shorten it or paste it without formatting';

export interface HtmlThreadOptions {
  /** Limit of one task. 2 MB of HTML take a twentieth of the default on an idle machine. */
  readonly timeoutMs?: number;
  /** Tasks that may wait behind the running one. */
  readonly maxQueued?: number;
}

/**
 * Runs tasks in a worker thread, one at a time. The thread starts with the first task and stops after a time without
 * tasks. Throws `unprocessable` for HTML that is rejected or takes too long, and `unavailable` when the queue is full.
 * The thread does not keep the process alive.
 */
export function createHtmlThread({ timeoutMs = 15_000, maxQueued = 20 }: HtmlThreadOptions = {}) {
  const queue = createWorkQueue({ maxRunning: 1, maxQueued: maxQueued });
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const stopWorker = (stopped: Worker) => {
    if (worker === stopped) worker = undefined;
    void stopped.terminate();
  };

  async function execute(task: ThreadTask): Promise<HtmlTaskResult> {
    clearTimeout(idleTimer);
    const current = (worker ??= startWorker());
    try {
      current.postMessage(task, []);
      const answered = once(current, 'message', { signal: AbortSignal.timeout(timeoutMs) });
      const [result] = (await answered) as [HtmlTaskResult];
      idleTimer = setTimeout(() => stopWorker(current), IDLE_TIMEOUT_MS).unref();
      return result;
    } catch (error) {
      // Timed out, out of memory or crashed: the next task gets a new thread.
      stopWorker(current);
      return isTimeoutOrOutOfMemory(error) ? { contentError: TIMEOUT_MESSAGE } : { error: String(error) };
    }
  }

  return async (task: ThreadTask): Promise<string> => {
    const result = await queue.run(() => execute(task)).catch(toUnavailable);
    if ('html' in result) return result.html;
    throw 'contentError' in result ? contentError(result.contentError) : new Error(result.error);
  };
}

function startWorker(): Worker {
  const path = runsFromSource
    ? join(import.meta.dirname, 'html-worker.server.ts')
    : join(packageRoot, 'dist/server/html-worker.js');
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
  const started = new Worker(path, { execArgv: [], env: {}, resourceLimits });
  // `execute` listens only during a task. An `error` event without a listener would end the process.
  started.on('error', () => undefined);
  started.unref();
  return started;
}

function isTimeoutOrOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}

function toUnavailable(error: unknown): never {
  if (error instanceof QueueFullError) throw new DomainError('unavailable', '', { retryAfterSeconds: 10 });
  throw error;
}
