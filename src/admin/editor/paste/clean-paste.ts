import { separateFigures } from '#domain/articles/separate-figures.ts';
import { convertAnnotations, convertDrawings, convertFormulas } from './convert-to-text.ts';
import { convertWordLists } from './word-lists.ts';
import { stripRawText } from './strip-raw-text.ts';
import {
  removeWordComments,
  removeEmbeds,
  removeEmptyParagraphs,
  removeForeignTags,
  removeFormFields,
  removeUnreadablePictures,
} from './remove-unsupported.ts';
import { nestSiblingLists, unwrapGoogleDocsRoot } from './google-docs.ts';
import { findLosses, lossMessages, type PasteLosses } from './losses.ts';
import { requireLinkNames } from './picture-sources.ts';
import { convertStyles } from './styles.ts';
import { convertTables } from './tables.ts';

/** The order matters: each step reads the output of the previous ones. */
const STEPS: readonly ((body: HTMLElement, losses: PasteLosses) => void)[] = [
  removeWordComments,
  // Before the removal of empty paragraphs: some list items contain only their marker.
  convertWordLists,
  unwrapGoogleDocsRoot,
  nestSiblingLists,
  removeUnreadablePictures,
  requireLinkNames,
  removeEmbeds,
  removeFormFields,
  convertDrawings,
  convertFormulas,
  convertAnnotations,
  removeForeignTags,
  // After the lists, which Word encodes in styles.
  convertStyles,
  convertTables,
  removeEmptyParagraphs,
];

export interface CleanPaste {
  readonly html: string;
  /** A message for each kind of content that was not kept. */
  readonly losses: readonly string[];
}

/**
 * Converts clipboard HTML of word processors to semantic HTML: real lists, `strong` for bold, no application-specific
 * markup. HTML copied from the editor itself (ProseMirror) is not converted. Every figure gets one picture.
 */
export function cleanPaste(html: string): CleanPaste {
  if (html.includes('data-pm-slice')) return { html: separateFigures(html), losses: [] };
  const { body } = new DOMParser().parseFromString(stripRawText(html), 'text/html');
  const losses = findLosses(html);
  for (const step of STEPS) step(body, losses);
  return { html: separateFigures(body.innerHTML), losses: lossMessages(losses) };
}
