import { separateFigures } from '#domain/articles/separate-figures.ts';

/** Whether two HTML strings are the same article body, ignoring differences in serialization. */
export function isSameHtml(one: string, other: string): boolean {
  return one === other || normalizeHtml(one) === normalizeHtml(other);
}

function normalizeHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  normalizeStyles(body);
  return trimEmptyParagraphs(separateFigures(body.innerHTML));
}

function normalizeStyles(parent: ParentNode): void {
  for (const element of parent.querySelectorAll<HTMLElement>('[style]')) {
    const { textAlign } = element.style;
    element.setAttribute('style', textAlign);
  }
}

export interface Block {
  readonly html: string;
  /** Equal for blocks that are the same, ignoring differences in serialization. */
  readonly key: string;
}

/** The blocks of an article body in order, without empty paragraphs at the end. Text outside of blocks becomes paragraphs. */
export function parseBlocks(html: string): Block[] {
  const source = trimEmptyParagraphs(separateFigures(html));
  const { body } = new DOMParser().parseFromString(source, 'text/html');
  wrapText(body);
  const texts = [...body.children].map(({ outerHTML }) => outerHTML);
  normalizeStyles(body);
  return [...body.children].map(({ outerHTML: key }, index) => ({ html: texts[index] ?? key, key }));
}

const BLOCK = 'p, h1, h2, h3, h4, ul, ol, blockquote, pre, figure, hr, img, a:has(> img)';

function wrapText(body: HTMLElement): void {
  let paragraph: HTMLElement | null = null;
  // A copy: `childNodes` changes.
  const nodes = [...body.childNodes];
  for (const node of nodes) {
    if (node instanceof Element && node.matches(BLOCK)) paragraph = null;
    else if (paragraph === null && (node.textContent ?? '').trim() === '') node.remove();
    else {
      if (paragraph === null) node.before((paragraph = document.createElement('p')));
      paragraph.append(node);
    }
  }
}

const EMPTY_PARAGRAPH = '<p></p>';

/** Removes empty paragraphs at the end. */
export function trimEmptyParagraphs(html: string): string {
  let end = html.length;
  while (html.endsWith(EMPTY_PARAGRAPH, end)) end -= EMPTY_PARAGRAPH.length;
  return html.slice(0, end);
}
