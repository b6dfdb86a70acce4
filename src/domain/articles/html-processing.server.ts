import type { Picture } from '#domain/images/image.ts';
import { type HtmlTask, performHtmlTask } from './html-tasks.server.ts';
import { createHtmlThread } from './html-thread.server.ts';

/** Characters that are worked on at once, in a few milliseconds: most articles. Asking a thread would take longer. */
export const INLINE_LENGTH = 16 * 1024;

/** What editors hand in, and what readers wait for, in two lines: nobody's manuscript holds up a page. */
const [manuscripts, pages] = [createHtmlThread(), createHtmlThread()];

/** `cleanContent`. Refuses (`unprocessable`) also what takes too long, and (`unavailable`) when too many wait. */
export const cleanManuscriptHtml = (html: string): Promise<string> =>
  perform(manuscripts, { task: 'clean', html });

/** `sanitiseArticle` of what is stored already. */
export const sanitiseStored = (html: string): Promise<string> => perform(pages, { task: 'sanitise', html });

/** `presentBody`. */
export const presentStored = (
  html: string,
  pictures: ReadonlyMap<string, Picture>,
  lang: string,
): Promise<string> => perform(pages, { task: 'present', html, pictures, lang });

async function perform(thread: (task: HtmlTask) => Promise<string>, task: HtmlTask): Promise<string> {
  return task.html.length <= INLINE_LENGTH ? performHtmlTask(task) : thread(task);
}
