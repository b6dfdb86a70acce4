import { makeWordLists } from './word-lists.ts';
import { withoutRawText } from './raw-text.ts';
import {
  dropCommentsOfWord,
  dropEmbeds,
  dropEmptyParagraphs,
  dropForeignTags,
  dropLostPictures,
} from './leftovers.ts';
import { nestSiblingLists, unwrapDocsGuard } from './google-docs.ts';
import { lossesIn, lossSentences, type PasteLosses } from './losses.ts';
import { keepMeaningOfStyles } from './styles.ts';
import { turnTablesIntoLines } from './tables.ts';

/** In this order: what one step leaves is what the next one reads. */
const STEPS: readonly ((body: HTMLElement, losses: PasteLosses) => void)[] = [
  dropCommentsOfWord,
  // before empty paragraphs go, because a marker is all some items have
  makeWordLists,
  unwrapDocsGuard,
  nestSiblingLists,
  dropLostPictures,
  dropEmbeds,
  dropForeignTags,
  // after the lists, which are written in styles as well
  keepMeaningOfStyles,
  turnTablesIntoLines,
  dropEmptyParagraphs,
];

export interface CleanPaste {
  readonly html: string;
  /** A sentence for each kind of thing that could not be kept. */
  readonly losses: readonly string[];
}

/**
 * The clipboard of a word processor as the HTML somebody would have written: lists as lists, bold as strong, nothing of
 * the program it comes from. What the editor itself has copied stays as it is.
 */
export function cleanPaste(html: string): CleanPaste {
  if (html.includes('data-pm-slice')) return { html, losses: [] };
  const { body } = new DOMParser().parseFromString(withoutRawText(html), 'text/html');
  const losses = lossesIn(html);
  for (const step of STEPS) step(body, losses);
  return { html: body.innerHTML, losses: lossSentences(losses) };
}
