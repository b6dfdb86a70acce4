import type { Picture } from '#domain/images/image.ts';
import type { SanitisedInput } from './content.server.ts';
import type { ConvertedInput } from './foreign-html/convert-input.server.ts';
import { type FeedTextOptions, type HtmlTask, runHtmlTask } from './html-tasks.server.ts';
import { createHtmlThread } from './html-thread.server.ts';
import type { BodyStructure } from './publication-check/body-structure.ts';

/** Characters. HTML up to this length is processed on the main thread, within a few milliseconds; most articles are. */
export const INLINE_MAX_LENGTH = 16 * 1024;

/** Two worker threads, so that the input of an editor never delays a page for readers. */
const [editorThread, readerThread] = [createHtmlThread(), createHtmlThread()];

/**
 * Runs `sanitiseInputHtml`, or `convertInputHtml` for HTML of another program. Also throws `unprocessable` when it takes too long, and
 * `unavailable` when too many tasks are queued.
 */
export async function sanitiseInput(given: string): Promise<ConvertedInput> {
  const read = await runTask(editorThread, { task: 'read-input', html: given });
  const { html, isForeign } = JSON.parse(read) as SanitisedInput;
  if (!isForeign) return { html, notices: [] };
  return JSON.parse(await editorThread({ task: 'convert-input', html: given })) as ConvertedInput;
}

/** Runs `sanitiseArticle` on stored HTML. */
export const sanitiseStored = (html: string): Promise<string> =>
  runTask(readerThread, { task: 'sanitise', html });

/** Runs `renderBody`. */
export const renderStored = (
  html: string,
  pictures: ReadonlyMap<string, Picture>,
  lang: string,
): Promise<string> => runTask(readerThread, { task: 'render', html, pictures, lang });

/** Runs `renderBody` and `toFeedHtml`. */
export const renderFeedText = (html: string, options: FeedTextOptions): Promise<string> =>
  runTask(readerThread, { task: 'render-feed', html, ...options });

/** Runs `readBodyStructure`. */
export const readStoredStructure = async (html: string): Promise<BodyStructure> =>
  JSON.parse(await runTask(editorThread, { task: 'structure', html })) as BodyStructure;

async function runTask(thread: (task: HtmlTask) => Promise<string>, task: HtmlTask): Promise<string> {
  return task.html.length <= INLINE_MAX_LENGTH ? runHtmlTask(task) : thread(task);
}
