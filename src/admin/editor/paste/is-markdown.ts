/** Lines of this text are at most this long, in characters. Longer texts are read up to here. */
const MAX_LENGTH = 200_000;

/** Signs of a text in Markdown, each of which is enough. */
const SIGNS: readonly RegExp[] = [
  // A heading, a block of code, or the line below the first row of a table.
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}\|? ?:?-{3,}:? ?\|/m,
  // A link or a picture.
  /\]\((?:https?:\/\/|mailto:|\/|#|\.)/,
  // Bold.
  /(?:^|\s)\*\*[^\s*]/m,
];
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S/;
const QUOTE = /^ {0,3}> ?\S/;
const INLINE_CODE = /(?:^|\s)`[^`\n]+`(?=$|[\s.,;:!?)])/m;

/** Whether a plain text is written in Markdown: it has a sign of it, or two items of a list, two lines of a quotation, or code. */
export function isMarkdown(given: string): boolean {
  const text = given.slice(0, MAX_LENGTH);
  if (SIGNS.some((sign) => sign.test(text)) || INLINE_CODE.test(text)) return true;
  const lines = text.split('\n');
  return [LIST_ITEM, QUOTE].some((pattern) => lines.filter((line) => pattern.test(line)).length >= 2);
}
