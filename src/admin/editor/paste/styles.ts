import { renamed, unwrap } from './elements.ts';

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, div, td';
const ALIGNMENTS = new Set(['center', 'right', 'justify']);

/** What a paragraph is called in Word when it is something else. */
const NAMED_STYLES = [
  ['p.MsoTitle', 'h1'],
  ['p.MsoSubtitle', 'h2'],
  ['p:is(.MsoQuote, .MsoIntenseQuote)', 'blockquote'],
  ['h5, h6', 'h4'],
] as const;

/** Keeps of style attributes what an article can say (bold, italic, underline, strike, sub- and superscript, colours, alignment). */
export function keepMeaningOfStyles(body: HTMLElement): void {
  for (const [selector, name] of NAMED_STYLES) {
    for (const element of body.querySelectorAll(selector)) renamed(element, name);
  }
  for (const element of body.querySelectorAll<HTMLElement>('b, strong, i, em, u')) dropContradiction(element);
  for (const span of body.querySelectorAll<HTMLElement>('span, font')) sayInTags(span);
  for (const block of body.querySelectorAll<HTMLElement>(BLOCKS)) keepAlignment(block);
}

/** `<b style="font-weight:normal">` */
function dropContradiction(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration } = element.style;
  const isBold = ['b', 'strong'].includes(element.localName) && /^(?:normal|[1-4]00)$/.test(fontWeight);
  const isItalic = ['i', 'em'].includes(element.localName) && fontStyle === 'normal';
  const isLine = element.localName === 'u' && textDecoration.startsWith('none');
  if (isBold || isItalic || isLine) unwrap(element);
  else element.removeAttribute('style');
}

function sayInTags(span: HTMLElement): void {
  const { fontWeight, fontStyle, textDecorationLine, verticalAlign, color, backgroundColor } = span.style;
  // The look of a link is the page's matter.
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

/** Centred, right and justified text stays so; to the left is where it stands anyway. */
function keepAlignment(block: HTMLElement): void {
  const { textAlign } = block.style;
  block.removeAttribute('style');
  block.removeAttribute('align');
  if (ALIGNMENTS.has(textAlign)) block.style.textAlign = textAlign;
}
