import { makeWordLists } from './word-lists.ts';
import { withoutRawText } from './raw-text.ts';
import { dropCommentsOfWord, dropForeignTags, dropLostPictures, dropEmptyParagraphs } from './leftovers.ts';
import { nestSiblingLists, unwrapDocsGuard } from './google-docs.ts';
import { keepMeaningOfStyles } from './styles.ts';

/** In this order: what one step leaves is what the next one reads. */
const STEPS: readonly ((body: HTMLElement) => void)[] = [
  dropCommentsOfWord,
  // before empty paragraphs go, because a marker is all some items have
  makeWordLists,
  unwrapDocsGuard,
  nestSiblingLists,
  dropForeignTags,
  dropLostPictures,
  // after the lists, which are written in styles as well
  keepMeaningOfStyles,
  dropEmptyParagraphs,
];

/**
 * The clipboard of a word processor as the HTML somebody would have written: lists as lists, bold as strong, nothing of
 * the program it comes from. What the editor itself has copied stays as it is.
 */
export function cleanPaste(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(withoutRawText(html), 'text/html');
  for (const step of STEPS) step(body);
  return body.innerHTML;
}
