import sanitizeHtml from 'sanitize-html';
import { stripTags } from '#platform/markup.ts';
import { refuseContent } from './refused-content.ts';
import { COLOURS, isColour, nearestInk, nearestTint } from './colours.ts';

const BLOCKS = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'hr',
  'figure',
  'figcaption',
];
const INLINE = ['br', 'strong', 'em', 'u', 's', 'sub', 'sup', 'span', 'code', 'a', 'img'];

const ALIGNMENT = [/^(left|center|right|justify)$/];
/** Carried along, or of this site by its path; a path that depends on the page is not an address. */
const PICTURE = /^\s*(?:data:image\/(?:png|jpeg|webp|avif|gif);base64,|\/(?![/\\]))/i;
const FOREIGN_PICTURE = /^\s*https?:\/\//i;
/** The path of a picture of our store, also where an address names the site in front of it. */
const STORED_PICTURE = /^\s*https?:\/\/[^/\s]+(\/media\/article-images\/[a-z0-9-]+\.(?:webp|avif))\s*$/i;
const LINK = /^\s*(https?|mailto|tel):/i;
const INDENT = /^[1-8]$/;

/** Characters of a `style` attribute that is read: word processors write a few hundred. */
const LONGEST_STYLE = 2000;

const ALIGNED = ['p', 'h1', 'h2', 'h3', 'h4'];
export const BLOCK_ATTRIBUTES = ['style', 'data-indent'];
export const BLOCK_STYLES = { 'text-align': ALIGNMENT };

/** Drops what the list of tags and schemes lets through: links that lead nowhere by themselves, unsafe pictures, odd indents. */
function keepSafeAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const kept = { ...attribs };
  if ((kept['style'] ?? '').length > LONGEST_STYLE) delete kept['style'];
  const source = kept['src'] ?? '';
  if (!LINK.test(kept['href'] ?? '')) delete kept['href'];
  if (!PICTURE.test(source)) delete kept['src'];
  if (!INDENT.test(kept['data-indent'] ?? '')) delete kept['data-indent'];
  return { tagName, attribs: kept };
}

/**
 * A picture of another site becomes a link to it, or text inside of another link: shown from there, it would tell that
 * site who reads what. A picture of our own store stays, by its path.
 */
export function keepNoForeignPicture(attribs: sanitizeHtml.Attributes, isInLink: boolean): sanitizeHtml.Tag {
  const tagName = 'img';
  const { href: _, ...picture } = attribs;
  const source = picture['src'] ?? '';
  if (!FOREIGN_PICTURE.test(source)) return { tagName, attribs: picture };
  const stored = STORED_PICTURE.exec(source)?.[1];
  if (stored !== undefined) return { tagName, attribs: { ...picture, src: stored } };
  const href = source.trim();
  const text = (attribs['alt'] ?? '').trim() || href;
  return isInLink ? { tagName: 'span', attribs: {}, text } : { tagName: 'a', attribs: { href }, text };
}

const INK_STYLE = /(?:^|;)\s*color\s*:\s*([^;]+)/i;
const TINT_STYLE = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)/i;

/** Whatever colours are written, what stays are names of the palette, which the page shows readably in light and dark. */
export function keepPaletteColours(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const style = attribs['style'] ?? '';
  const ink = isColour(attribs['data-ink'] ?? '')
    ? attribs['data-ink']
    : nearestInk(valueOf(INK_STYLE, style));
  const tint = isColour(attribs['data-tint'] ?? '')
    ? attribs['data-tint']
    : nearestTint(valueOf(TINT_STYLE, style));
  return { tagName, attribs: { ...(ink && { 'data-ink': ink }), ...(tint && { 'data-tint': tint }) } };
}

function valueOf(declaration: RegExp, style: string): string {
  return (declaration.exec(style)?.[1] ?? '').replace(/!important/i, '');
}

/** The formats of the editor, as semantic tags; also the ground on which the presentation of a body builds. */
export const ARTICLE_RULES = {
  allowedTags: [...BLOCKS, ...INLINE],
  allowedAttributes: {
    ...Object.fromEntries(ALIGNED.map((tag) => [tag, BLOCK_ATTRIBUTES])),
    a: ['href'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    blockquote: ['data-indent'],
    span: [
      { name: 'data-ink', values: [...COLOURS] },
      { name: 'data-tint', values: [...COLOURS] },
    ],
  },
  allowedClasses: { code: ['language-*'] },
  allowedStyles: Object.fromEntries(ALIGNED.map((tag) => [tag, BLOCK_STYLES])),
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: withoutPicture,
} satisfies sanitizeHtml.IOptions;

/**
 * Counts while the parser goes on: closing what it does not know to be open costs it as many steps as are open. Refuses
 * (`unprocessable`) more than `deepest` elements inside of each other.
 */
export function trackOpenTags(deepest: number) {
  let [depth, links] = [0, 0];
  return {
    isInLink: () => links > 0,
    isOutermost: () => depth === 1,
    onOpenTag: (name: string) => {
      depth += 1;
      if (name === 'a') links += 1;
      if (depth > deepest) throw refuseContent('The text has too many formats inside of each other');
    },
    onCloseTag: (name: string) => {
      depth -= 1;
      if (name === 'a') links -= 1;
    },
  };
}

/**
 * Reduces an article's HTML to the formats above. What is not on the list loses its tag and keeps its text; scripts and
 * styles go with their content. Links may be http, https, mailto, tel; pictures raster data and our own; an unsafe
 * address becomes blank. (Specification, section 5; pictures of other sites: decision 0027.)
 *
 * @param deepest elements inside of each other; refuses (`unprocessable`) more, as soon as the parser gets there. Without
 *   it nothing is refused.
 */
export function sanitiseArticle(html: string, deepest = Infinity): string {
  const { isInLink, onOpenTag, onCloseTag } = trackOpenTags(deepest);
  return sanitizeHtml(html, {
    ...ARTICLE_RULES,
    onOpenTag,
    onCloseTag,
    transformTags: {
      b: 'strong',
      i: 'em',
      strike: 's',
      del: 's',
      span: keepPaletteColours,
      img: (_, attribs) => keepNoForeignPicture(attribs, isInLink()),
      '*': keepSafeAttributes,
    },
  });
}

/** A picture whose address was unsafe or never there goes; a figure that has no picture left keeps only its text. */
function withoutPicture(frame: sanitizeHtml.IFrame): boolean | 'excludeTag' {
  const { tag, attribs, mediaChildren } = frame;
  // With a text of its own it has become a link.
  if (tag === 'img') return (attribs['src'] ?? '').trim() === '' && !('innerText' in frame);
  return tag === 'figure' && !(mediaChildren as readonly string[]).includes('img') && 'excludeTag';
}

/** `H<sub>2</sub>O` is one word. */
const joinShifted = (html: string) => html.replace(/<\/?su[bp]>/g, '');

/** Words a reader would read: letters or digits between spaces, tags left out. */
export function countWords(html: string): number {
  const text = stripTags(joinShifted(html), ' ').replace(/&[a-z#0-9]+;/gi, ' ');
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
}
