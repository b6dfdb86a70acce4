import { convertBlocks } from './blocks.ts';
import { convertCodeBlocks } from './code-blocks.ts';
import { convertAnnotations, convertDrawings, convertFormulas } from './convert-to-text.ts';
import { raiseFootnoteMarkers } from './footnotes.ts';
import { nestSiblingLists, unwrapGoogleDocsRoot } from './google-docs.ts';
import { convertLinks } from './links.ts';
import { liftHeadings, removeCheckboxes } from './list-items.ts';
import { findLosses, type Losses } from './losses.ts';
import { type ContentNotice, describeLosses, type HtmlSource } from './notices.ts';
import { requireLinkNames } from './picture-sources.ts';
import {
  removeButtons,
  removeEmbeds,
  removeEmptyParagraphs,
  removeForeignTags,
  removeFormFields,
  removeHidden,
  removeUnreadablePictures,
  removeWordComments,
} from './remove-unsupported.ts';
import { stripRawText } from './strip-raw-text.ts';
import { convertStyles } from './styles.ts';
import { convertTables } from './tables.ts';
import { convertWordLists } from './word-lists.ts';
import { convertWordOnline } from './word-online.ts';

export interface ConversionContext {
  readonly source: HtmlSource;
  /** Of this site. Empty if it does not matter which pictures are its own. */
  readonly origin: string;
  /** The page into which HTML is pasted; null for a request. */
  readonly pageUrl: string | null;
}

type Step = (body: HTMLElement, losses: Losses, context: ConversionContext) => void;

/** The order matters: each step reads the output of the previous ones. */
const STEPS: readonly Step[] = [
  removeWordComments,
  removeHidden,
  removeButtons,
  // Before the removal of empty paragraphs: some list items contain only their marker.
  convertWordLists,
  convertWordOnline,
  unwrapGoogleDocsRoot,
  nestSiblingLists,
  removeCheckboxes,
  liftHeadings,
  removeUnreadablePictures,
  requireLinkNames,
  removeEmbeds,
  removeFormFields,
  convertDrawings,
  convertFormulas,
  convertAnnotations,
  removeForeignTags,
  raiseFootnoteMarkers,
  convertLinks,
  // After the lists, which Word encodes in styles.
  convertStyles,
  convertTables,
  convertCodeBlocks,
  convertBlocks,
  removeEmptyParagraphs,
];

/**
 * Converts HTML of word processors, web pages and programs to the formats of articles: real lists, `strong` for bold, no
 * application-specific markup, text instead of tables and formulas. The result is not sanitized.
 *
 * @param parse returns the body of a document. The HTML has no style sheets and scripts any more.
 */
export function convertForeignHtml(
  html: string,
  parse: (html: string) => HTMLElement,
  context: ConversionContext,
): { readonly html: string; readonly notices: readonly ContentNotice[] } {
  const losses = findLosses(html);
  const body = parse(stripRawText(html));
  for (const step of STEPS) step(body, losses, context);
  return { html: body.innerHTML, notices: describeLosses(losses, context.source) };
}
