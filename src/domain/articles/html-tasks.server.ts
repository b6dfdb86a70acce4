import type { Picture } from '#domain/images/image.ts';
import { renderBody } from './body.server.ts';
import { sanitiseInputHtml } from './content.server.ts';
import { toFeedHtml } from './feeds/feed-html.server.ts';
import { readBodyStructure } from './publication-check/body-structure.ts';
import { sanitiseArticle } from './sanitise.server.ts';

/** A task on the HTML of an article. Plain data, so that it can be posted to a worker thread. */
export type HtmlTask =
  | { readonly task: 'read-input' | 'sanitise' | 'structure'; readonly html: string }
  | {
      readonly task: 'render';
      readonly html: string;
      readonly pictures: ReadonlyMap<string, Picture>;
      readonly lang: string;
    }
  | ({ readonly task: 'render-feed'; readonly html: string } & FeedTextOptions);

/**
 * A task of the thread. Conversions run only there, whatever the length of the HTML: they parse it with a library that other requests
 * do not need.
 */
export type ThreadTask = HtmlTask | { readonly task: 'convert-input'; readonly html: string };

export interface FeedTextOptions {
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly lang: string;
  /** Absolute URL of the article. */
  readonly articleUrl: string;
}

/** The reply of the thread. A rejection of the HTML is passed as the error message of the field `content`. */
export type HtmlTaskResult =
  | { readonly html: string }
  | { readonly contentError: string }
  | { readonly error: string };

/** Returns HTML, or JSON: the structure, and `SanitisedInput`. Throws `unprocessable` for HTML that is rejected. */
export function runHtmlTask(task: HtmlTask): string {
  if (task.task === 'render') return renderBody(task.html, task.pictures, task.lang);
  if (task.task === 'render-feed')
    return toFeedHtml(renderBody(task.html, task.pictures, task.lang), task.articleUrl);
  if (task.task === 'structure') return JSON.stringify(readBodyStructure(task.html));
  if (task.task === 'read-input') return JSON.stringify(sanitiseInputHtml(task.html));
  return sanitiseArticle(task.html);
}
