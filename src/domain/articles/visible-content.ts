import { imageSources } from '#domain/images/image-tags.ts';
import { stripTags } from '#platform/markup.ts';
import { hasVisibleText } from '#platform/visible-text.ts';

/** Whether the HTML contains visible text, a picture or a divider. The editor and the server both use this function. */
export function hasVisibleContent(html: string): boolean {
  if (/<hr\b/.test(html) || imageSources(html).length > 0) return true;
  const text = stripTags(html).replace(/&(?:nbsp|#160|#xa0|shy|zwnj|zwj);/gi, '');
  return hasVisibleText(text);
}

/** So that `H<sub>2</sub>O` is one word. */
const removeSubAndSupTags = (html: string) => html.replace(/<\/?su[bp]>/g, '');

/** Counts the words of the visible text of HTML, without tags and entities. */
export function countWords(html: string): number {
  return countWordsOfText(stripTags(removeSubAndSupTags(html), ' ').replace(/&[a-z#0-9]+;/gi, ' '));
}

/** Counts the words of plain text: runs of characters that start with a letter or digit. */
export function countWordsOfText(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
}
