import { removeUnsafe } from '#platform/unsafe-characters.ts';
import { CONTENT_MAX_BYTES } from './article-limits.ts';
import { contentError } from './content-error.ts';
import { isForeignElement } from './foreign-html/is-foreign-element.ts';
import { sanitiseArticle } from './sanitise.server.ts';

/** Characters. A multiple of what may be stored, because most markup of word processors is removed. */
const INPUT_MAX_LENGTH = 4 * CONTENT_MAX_BYTES;
/** Start and end tags together: four times as many as 2 MB of paragraphs with links contain. */
const MAX_TAGS = 200_000;
/** Nesting depth of elements, far above what articles need. Parsing time grows with it. */
const MAX_DEPTH = 100;

const DATA_URL_PICTURE = /data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]*/gi;

export interface SanitisedInput {
  readonly html: string;
  /** Whether the HTML has elements or attributes of another program, so that it has to be converted instead. */
  readonly isForeign: boolean;
}

/** Sanitises HTML for storage. Throws `unprocessable` if it is too long, nested too deeply or has too many tags. */
export function sanitiseInputHtml(html: string): SanitisedInput {
  if (html.replace(DATA_URL_PICTURE, '').length > INPUT_MAX_LENGTH) throw tooLongError();
  if (hasMoreTags(html, MAX_TAGS)) throw contentError('The text has too much formatting');
  let isForeign = false;
  const sanitised = sanitiseArticle(removeUnsafe(html), MAX_DEPTH, (name, attributes) => {
    isForeign ||= isForeignElement(name, attributes);
  });
  // Before sanitising, because removing characters from markup that was checked could create other markup, and again from its texts:
  // a character reference, such as &#30;, is the character afterwards. Texts have no < then.
  const content = removeUnsafe(sanitised);
  checkContentSize(content.replace(DATA_URL_PICTURE, ''));
  return { html: content, isForeign };
}

/** Counts `<` characters, which is an upper bound of the number of tags, without parsing. */
function hasMoreTags(html: string, max: number): boolean {
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1 && count <= max; at = html.indexOf('<', at + 1)) count += 1;
  return count > max;
}

/**
 * Throws `unprocessable` if the HTML is too large. Called again after embedded pictures were replaced by their URLs.
 */
export function checkContentSize(content: string): void {
  if (Buffer.byteLength(content) > CONTENT_MAX_BYTES) throw tooLongError();
}

const tooLongError = () => contentError(`The text is longer than ${CONTENT_MAX_BYTES / 1024 / 1024} MB`);
