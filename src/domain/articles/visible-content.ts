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

const OTHER = 1;
const STARTS_WORD = 2;
const CONTINUES_WORD = 3;

/** The kinds of the UTF-16 code units that have occurred; 0 for the others. */
const kinds = new Uint8Array(0x1_0000);

/**
 * Counts the words of plain text: runs of letters, digits, marks and joiners, apostrophes, dots and hyphens that start with a letter or
 * digit. One pass without a list of the words: the text may have two million characters, and the editor counts after each change.
 */
export function countWordsOfText(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    let kind = kinds[unit];
    if (kind === 0) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? unit);
      kind = kindOf(character);
      if (character.length === 1) kinds[unit] = kind;
      else at += 1;
    }
    if (kind === STARTS_WORD && !isInWord) words += 1;
    isInWord = kind === STARTS_WORD || (isInWord && kind === CONTINUES_WORD);
  }
  return words;
}

function kindOf(character: string): number {
  if (/[\p{L}\p{N}]/u.test(character)) return STARTS_WORD;
  return /[\p{M}\p{Join_Control}'’.-]/u.test(character) ? CONTINUES_WORD : OTHER;
}
