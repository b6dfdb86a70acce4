import { wrapContent } from './dom.ts';

/** Word raises the markers of footnotes and endnotes by a style of the document, which the clipboard does not contain. */
export function raiseFootnoteMarkers(body: HTMLElement): void {
  for (const marker of body.querySelectorAll(
    '.MsoFootnoteReference, .MsoEndnoteReference, a[role="doc-noteref"]',
  )) {
    const isRaised = marker.closest('sup') !== null || marker.querySelector('sup') !== null;
    if (!isRaised && marker.textContent.trim() !== '') wrapContent(marker, 'sup');
  }
}
