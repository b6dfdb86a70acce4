/** What runs in the thread of `html-thread.server.ts`: one task after the other. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '#platform/refusal.ts';
import { type HtmlAnswer, type HtmlTask, performHtmlTask } from './html-tasks.server.ts';

parentPort?.on('message', (task: HtmlTask) => parentPort?.postMessage(answerTo(task), []));

function answerTo(task: HtmlTask): HtmlAnswer {
  try {
    return { html: performHtmlTask(task) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.details.fields?.['content'] ?? error.message };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
