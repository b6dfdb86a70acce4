import { renameElement, unwrap } from './dom.ts';

const BLOCK_SELECTOR = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, div, td';
const ALIGNMENTS = new Set(['center', 'right', 'justify']);

/** Elements and Word paragraph styles, with the element that replaces them. */
const ELEMENT_REPLACEMENTS = [
  ['p.MsoTitle', 'h1'],
  ['p.MsoSubtitle', 'h2'],
  ['p:is(.MsoQuote, .MsoIntenseQuote)', 'blockquote'],
  ['h5, h6', 'h4'],
] as const;

/** Converts style attributes to formats an article supports: bold, italic, underline, strikethrough, sub- and superscript, colors and alignment. */
export function convertStyles(body: HTMLElement): void {
  for (const [selector, name] of ELEMENT_REPLACEMENTS) {
    for (const element of body.querySelectorAll(selector)) renameElement(element, name);
  }
  for (const element of body.querySelectorAll<HTMLElement>('b, strong, i, em, u'))
    removeNegatedFormat(element);
  for (const span of body.querySelectorAll<HTMLElement>('span, font')) convertInlineStyles(span);
  for (const block of body.querySelectorAll<HTMLElement>(BLOCK_SELECTOR)) keepAlignment(block);
}

/** Unwraps elements whose style negates them, such as `<b style="font-weight:normal">`. */
function removeNegatedFormat(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration } = element.style;
  const isBoldNegated =
    ['b', 'strong'].includes(element.localName) && /^(?:normal|[1-4]00)$/.test(fontWeight);
  const isItalicNegated = ['i', 'em'].includes(element.localName) && fontStyle === 'normal';
  const isUnderlineNegated = element.localName === 'u' && textDecoration.startsWith('none');
  if (isBoldNegated || isItalicNegated || isUnderlineNegated) unwrap(element);
  else element.removeAttribute('style');
}

function convertInlineStyles(span: HTMLElement): void {
  const { fontWeight, fontStyle, textDecorationLine, verticalAlign, color, backgroundColor } = span.style;
  // Links are styled by the page.
  const isInLink =
    span.closest('a') !== null || (span.children.length === 1 && span.firstElementChild?.localName === 'a');
  const isInHeading = span.closest('h1, h2, h3, h4') !== null;
  const tags = [
    /^(?:bold|bolder|[6-9]00)$/.test(fontWeight) && !isInHeading ? 'strong' : '',
    fontStyle === 'italic' ? 'em' : '',
    textDecorationLine.includes('underline') && !isInLink ? 'u' : '',
    textDecorationLine.includes('line-through') ? 's' : '',
    verticalAlign === 'sub' ? 'sub' : '',
    verticalAlign === 'super' ? 'sup' : '',
  ].filter((tag) => tag !== '');
  span.removeAttribute('style');
  if (!isInLink && color !== '') span.style.color = color;
  if (backgroundColor !== '') span.style.backgroundColor = backgroundColor;
  for (const tag of tags) {
    const element = document.createElement(tag);
    element.append(...span.childNodes);
    span.append(element);
  }
}

/** Keeps center, right and justify, also of the attribute that LibreOffice writes. Left is the default. */
function keepAlignment(block: HTMLElement): void {
  const textAlign = block.style.textAlign || (block.getAttribute('align') ?? '').toLowerCase();
  block.removeAttribute('style');
  block.removeAttribute('align');
  if (ALIGNMENTS.has(textAlign)) block.style.textAlign = textAlign;
}
