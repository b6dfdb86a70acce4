/** The entry point of the worker thread started by `html-thread.server.ts`. Handles one task at a time. */
import { parentPort } from 'node:worker_threads';
import { DomainError } from '#platform/domain-error.ts';
import { type HtmlTaskResult, type HtmlTask, runHtmlTask } from './html-tasks.server.ts';

parentPort?.on('message', (task: HtmlTask) => parentPort?.postMessage(handleTask(task), []));

function handleTask(task: HtmlTask): HtmlTaskResult {
  try {
    return { html: runHtmlTask(task) };
  } catch (error) {
    if (error instanceof DomainError)
      return { contentError: error.details.fields?.['content'] ?? error.message };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
