/** Prefixes of blocks other than plain paragraphs, by tag name. */
const BLOCK_PREFIXES: Readonly<Record<string, string>> = {
  H1: 'Heading 1: ',
  H2: 'Heading 2: ',
  H3: 'Heading 3: ',
  H4: 'Heading 4: ',
  LI: '• ',
  BLOCKQUOTE: '“ ',
  PRE: 'Code: ',
  FIGCAPTION: 'Caption: ',
};

const BLOCK = /^(?:p|h[1-4]|ul|ol|li|blockquote|pre|figure|figcaption|img|hr)$/;

/** Converts HTML to lines for a diff, one per block. */
export function contentLines(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.children].flatMap(blockLines);
}

function blockLines(element: Element): string[] {
  if (element.localName === 'hr') return ['— divider —'];
  if (element.localName === 'img') return [pictureLine(element)];
  const inner = [...element.children].filter((child) => isBlock(child));
  if (inner.length === 0) return textLines(element, '');
  const name = BLOCK_PREFIXES[element.tagName] ?? '';
  return inner.flatMap(blockLines).map((line, index) => (index === 0 ? name + line : line));
}

function textLines(element: Element, prefix: string): string[] {
  const pictures = [...element.querySelectorAll('img')].map((picture) => pictureLine(picture));
  const text = element.textContent.trim();
  const name = BLOCK_PREFIXES[element.tagName] ?? '';
  // Only code blocks contain line breaks; each line becomes a line of the diff.
  const lines = text === '' ? [] : text.split('\n').map((line) => prefix + name + line);
  return [...lines, ...pictures];
}

function pictureLine(picture: Element): string {
  return `Picture: ${pictureText(picture.getAttribute('src') ?? '', picture.getAttribute('alt'))}`;
}

export function pictureText(url: string, alt: string | null): string {
  return `${url} (${alt === null ? 'not described' : alt || 'decorative'})`;
}

function isBlock(element: Element): boolean {
  const isLinkedPicture = element.matches('a:has(> img)');
  return isLinkedPicture || BLOCK.test(element.localName);
}
