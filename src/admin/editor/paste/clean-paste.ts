import { convertForeignHtml } from '#domain/articles/foreign-html/convert-body.ts';
import type { ContentNotice } from '#domain/articles/foreign-html/notices.ts';
import { separateFigures } from '#domain/articles/separate-figures.ts';

export interface CleanPaste {
  readonly html: string;
  /** A notice for each kind of content that was not kept. */
  readonly notices: readonly ContentNotice[];
}

/**
 * Converts clipboard HTML to the formats of articles. HTML copied from the editor itself (ProseMirror) is not converted. Every figure
 * gets one picture.
 */
export function cleanPaste(pasted: string): CleanPaste {
  if (pasted.includes('data-pm-slice')) return { html: separateFigures(pasted), notices: [] };
  const { origin, pathname, search } = location;
  const pageUrl = origin + pathname + search;
  const { html, notices } = convertForeignHtml(pasted, parseBody, { source: 'clipboard', origin, pageUrl });
  return { html: separateFigures(html), notices };
}

function parseBody(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
