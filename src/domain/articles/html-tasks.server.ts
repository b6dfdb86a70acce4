import type { Picture } from '#domain/images/image.ts';
import { presentBody } from './body.server.ts';
import { cleanContent } from './content.server.ts';
import { sanitiseArticle } from './sanitise.server.ts';

/** Work on the HTML of an article. Plain data, so that it can be handed to a thread. */
export type HtmlTask =
  | { readonly task: 'clean' | 'sanitise'; readonly html: string }
  | {
      readonly task: 'present';
      readonly html: string;
      readonly pictures: ReadonlyMap<string, Picture>;
      readonly lang: string;
    };

/** What a thread answers. A refusal crosses as its sentence about the field `content`. */
export type HtmlAnswer =
  | { readonly html: string }
  | { readonly refused: string }
  | { readonly error: string };

/** Throws a Refusal for HTML that is not accepted. */
export function performHtmlTask(given: HtmlTask): string {
  if (given.task === 'present') return presentBody(given.html, given.pictures, given.lang);
  return given.task === 'clean' ? cleanContent(given.html) : sanitiseArticle(given.html);
}
