/** The entry point of the worker thread started by `html-thread.server.ts`. Handles one task at a time. */
import { parentPort } from 'node:worker_threads';
import { DomainError } from '#platform/domain-error.ts';
import { convertInputHtml } from './foreign-html/convert-input.server.ts';
import { type HtmlTaskResult, runHtmlTask, type ThreadTask } from './html-tasks.server.ts';

parentPort?.on('message', (task: ThreadTask) => parentPort?.postMessage(handleTask(task), []));

function handleTask(task: ThreadTask): HtmlTaskResult {
  try {
    if (task.task === 'convert-input') return { html: JSON.stringify(convertInputHtml(task.html)) };
    return { html: runHtmlTask(task) };
  } catch (error) {
    if (error instanceof DomainError)
      return { contentError: error.details.fields?.['content'] ?? error.message };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
