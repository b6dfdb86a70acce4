import { CONTENT_BYTES } from './manuscript.ts';
import { refuseContent } from './refused-content.ts';
import { sanitiseArticle } from './sanitise.server.ts';

/** Several times what may be stored: word processors write a lot that does not stay. Characters. */
const UNCLEANED_LIMIT = 4 * CONTENT_BYTES;
/** Of start and end tags together: four times as many as two megabytes of paragraphs with links in them. */
const MOST_TAGS = 200_000;
/** Elements inside of each other. Far more than writing needs; the time of the parser grows with them. */
const DEEPEST = 100;

const EMBEDDED_PICTURE = /data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]*/gi;
// oxlint-disable-next-line no-control-regex
const INVISIBLE_CONTROLS = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The HTML of a manuscript as it may be stored. Refuses (`unprocessable`) what is too long, too deep or has too many tags. */
export function cleanContent(html: string): string {
  if (html.replace(EMBEDDED_PICTURE, '').length > UNCLEANED_LIMIT) throw tooLong();
  if (hasMoreTags(html, MOST_TAGS)) throw refuseContent('The text has too many formats');
  // Before the sanitising, so that nothing it has judged is put together differently afterwards.
  const content = sanitiseArticle(html.toWellFormed().replace(INVISIBLE_CONTROLS, ''), DEEPEST);
  checkContentSize(content.replace(EMBEDDED_PICTURE, ''));
  return content;
}

/** Counts what may begin a tag, without parsing anything. */
function hasMoreTags(html: string, most: number): boolean {
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1 && count <= most; at = html.indexOf('<', at + 1)) count += 1;
  return count > most;
}

/** To be asked again when the pictures are stored and only their addresses are left. */
export function checkContentSize(content: string): void {
  if (Buffer.byteLength(content) > CONTENT_BYTES) throw tooLong();
}

const tooLong = () => refuseContent(`The text is longer than ${CONTENT_BYTES / 1024 / 1024} MB`);
