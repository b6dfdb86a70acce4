import { createElement, renameElement, styleDeclaration, unwrap } from './dom.ts';

const BLOCK_SELECTOR = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, div, td';
const ALIGNMENTS = new Set(['center', 'right', 'justify']);

/** Elements and Word paragraph styles, with the element that replaces them. */
const ELEMENT_REPLACEMENTS = [
  ['p.MsoTitle', 'h1'],
  ['p.MsoSubtitle', 'h2'],
  ['p:is(.MsoQuote, .MsoIntenseQuote)', 'blockquote'],
  ['h5, h6', 'h4'],
] as const;

/** What a `span` of an article may have; others are replaced by their content. */
const FORMAT_ATTRIBUTES = ['style', 'data-ink', 'data-tint'];

/** Converts style attributes to formats an article supports: bold, italic, underline, strikethrough, sub- and superscript, colors and alignment. */
export function convertStyles(body: HTMLElement): void {
  for (const [selector, name] of ELEMENT_REPLACEMENTS) {
    for (const element of body.querySelectorAll(selector)) renameElement(element, name);
  }
  for (const element of body.querySelectorAll('b, strong, i, em, u')) removeNegatedFormat(element);
  for (const span of body.querySelectorAll('span, font, mark')) convertInlineStyles(span);
  for (const block of body.querySelectorAll(BLOCK_SELECTOR)) keepAlignment(block);
}

/** Unwraps elements whose style negates them, such as `<b style="font-weight:normal">`. */
function removeNegatedFormat(element: Element): void {
  const isBoldNegated =
    ['b', 'strong'].includes(element.localName) &&
    /^(?:normal|[1-4]00)$/i.test(styleDeclaration(element, 'font-weight'));
  const isItalicNegated =
    ['i', 'em'].includes(element.localName) && /^normal$/i.test(styleDeclaration(element, 'font-style'));
  const isUnderlineNegated = element.localName === 'u' && /^none/i.test(textDecoration(element));
  if (isBoldNegated || isItalicNegated || isUnderlineNegated) unwrap(element);
  else element.removeAttribute('style');
}

const textDecoration = (element: Element): string =>
  styleDeclaration(element, 'text-decoration-line') || styleDeclaration(element, 'text-decoration');

function convertInlineStyles(given: Element): void {
  // Links are styled by the page.
  const isInLink =
    given.closest('a') !== null ||
    (given.children.length === 1 && given.firstElementChild?.localName === 'a');
  const isInHeading = given.closest('h1, h2, h3, h4') !== null;
  const decoration = textDecoration(given);
  const verticalAlign = styleDeclaration(given, 'vertical-align');
  const tags = [
    /^(?:bold|bolder|[6-9]00)$/i.test(styleDeclaration(given, 'font-weight')) && !isInHeading ? 'strong' : '',
    /^italic$/i.test(styleDeclaration(given, 'font-style')) ? 'em' : '',
    /underline/i.test(decoration) && !isInLink ? 'u' : '',
    /line-through/i.test(decoration) ? 's' : '',
    /^sub$/i.test(verticalAlign) ? 'sub' : '',
    /^super$/i.test(verticalAlign) ? 'sup' : '',
  ].filter((tag) => tag !== '');
  const color = isInLink ? '' : styleDeclaration(given, 'color') || (given.getAttribute('color') ?? '');
  const background =
    styleDeclaration(given, 'background-color') ||
    styleDeclaration(given, 'background') ||
    (given.localName === 'mark' ? 'yellow' : '');
  const style = [color && `color:${color}`, background && `background-color:${background}`].filter(Boolean);
  const span = given.localName === 'span' ? given : renameElement(given, 'span');
  if (style.length === 0) span.removeAttribute('style');
  else span.setAttribute('style', style.join(';'));
  for (const tag of tags) {
    const element = createElement(span, tag);
    element.append(...span.childNodes);
    span.append(element);
  }
  if (!FORMAT_ATTRIBUTES.some((name) => span.hasAttribute(name))) unwrap(span);
}

/** Keeps center, right and justify, also of the attribute that LibreOffice writes. Left is the default. */
function keepAlignment(block: Element): void {
  const textAlign = (
    styleDeclaration(block, 'text-align') ||
    (block.getAttribute('align') ?? '')
  ).toLowerCase();
  block.removeAttribute('style');
  block.removeAttribute('align');
  if (ALIGNMENTS.has(textAlign)) block.setAttribute('style', `text-align:${textAlign}`);
}
