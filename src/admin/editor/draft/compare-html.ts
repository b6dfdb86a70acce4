import { separateFigures } from '#domain/articles/separate-figures.ts';

/** Whether two HTML strings are the same article body, ignoring differences in serialization. */
export function isSameHtml(one: string, other: string): boolean {
  return one === other || normalizeHtml(one) === normalizeHtml(other);
}

function normalizeHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const { textAlign } = element.style;
    element.setAttribute('style', textAlign);
  }
  return trimEmptyParagraphs(separateFigures(body.innerHTML));
}

const EMPTY_PARAGRAPH = '<p></p>';

/** Removes empty paragraphs at the end. */
export function trimEmptyParagraphs(html: string): string {
  let end = html.length;
  while (html.endsWith(EMPTY_PARAGRAPH, end)) end -= EMPTY_PARAGRAPH.length;
  return html.slice(0, end);
}
