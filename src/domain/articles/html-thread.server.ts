import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { createWorkQueue, QueueFull } from '#platform/work-queue.ts';
import type { HtmlAnswer, HtmlTask } from './html-tasks.server.ts';
import { refuseContent } from './refused-content.ts';

/** An editor saves and previews several times in a row; after that the memory of the thread goes back. Milliseconds. */
const IDLE_MS = 30_000;
/** Megabytes. What needs more was made to. */
const MEMORY_MB = 256;

const TOO_SLOW = 'This text takes too long to check. Please shorten it or paste it without its formats';

export interface HtmlThreadOptions {
  /** Milliseconds of one task. Two megabytes take a twentieth of the default on an idle machine. */
  readonly longestMs?: number;
  /** Tasks that may wait behind the one that runs. */
  readonly waiting?: number;
}

/**
 * Performs tasks in a thread of its own, one after the other, started with the first and ended when there is no other
 * for a while. Refuses HTML that is not accepted or takes too long (`unprocessable`), and (`unavailable`) when too many
 * wait. The thread never keeps the process from ending.
 */
export function createHtmlThread({ longestMs = 15_000, waiting = 20 }: HtmlThreadOptions = {}) {
  const queue = createWorkQueue({ running: 1, waiting });
  let worker: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;

  const retire = (retired: Worker) => {
    if (worker === retired) worker = undefined;
    void retired.terminate();
  };

  async function ask(task: HtmlTask): Promise<HtmlAnswer> {
    clearTimeout(rest);
    const asked = (worker ??= startWorker());
    try {
      asked.postMessage(task, []);
      const answered = once(asked, 'message', { signal: AbortSignal.timeout(longestMs) });
      const [answer] = (await answered) as [HtmlAnswer];
      rest = setTimeout(() => retire(asked), IDLE_MS).unref();
      return answer;
    } catch (error) {
      // Too late, out of memory, or dead: the next task gets another thread.
      retire(asked);
      return isExpected(error) ? { refused: TOO_SLOW } : { error: String(error) };
    }
  }

  return async (task: HtmlTask): Promise<string> => {
    const answer = await queue.run(() => ask(task)).catch(refuseWhenFull);
    if ('html' in answer) return answer.html;
    throw 'refused' in answer ? refuseContent(answer.refused) : new Error(answer.error);
  };
}

function startWorker(): Worker {
  const path = runsFromSource
    ? join(import.meta.dirname, 'html-worker.server.ts')
    : join(packageRoot, 'dist/server/html-worker.js');
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
  const started = new Worker(path, { execArgv: [], env: {}, resourceLimits });
  // Of one that nobody waits for: an `error` event without a listener would end the process.
  started.on('error', () => undefined);
  started.unref();
  return started;
}

function isExpected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}

function refuseWhenFull(error: unknown): never {
  if (error instanceof QueueFull) throw new Refusal('unavailable', '', { retryAfterSeconds: 10 });
  throw error;
}
