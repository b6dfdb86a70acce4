import sanitizeHtml from 'sanitize-html';
import { contentError } from './content-error.ts';
import { separateFigures } from './separate-figures.ts';
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
/** A `data:` URL of a raster image, or an absolute path on this site. Relative paths are not accepted. */
const SAFE_PICTURE = /^\s*(?:data:image\/(?:png|jpeg|webp|avif|gif);base64,|\/(?![/\\]))/i;
const EXTERNAL_PICTURE = /^\s*https?:\/\//i;
/** The path of a picture in the picture store, taken from an absolute URL of any host. */
const STORED_PICTURE = /^\s*https?:\/\/[^/\s]+(\/media\/article-images\/[a-z0-9-]+\.(?:webp|avif))\s*$/i;
const LINK = /^\s*(https?|mailto|tel):/i;
const INDENT = /^[1-8]$/;

/** Characters. Longer `style` attributes are dropped; those of word processors have a few hundred. */
const STYLE_MAX_LENGTH = 2000;

const ALIGNABLE = ['p', 'h1', 'h2', 'h3', 'h4'];
export const BLOCK_ATTRIBUTES = ['style', 'data-indent'];
export const BLOCK_STYLES = { 'text-align': ALIGNMENT };

/** Drops attributes that the lists of tags and schemes allow: relative links, unsafe pictures, invalid indents. */
function dropUnsafeAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const safe = { ...attribs };
  if ((safe['style'] ?? '').length > STYLE_MAX_LENGTH) delete safe['style'];
  const source = safe['src'] ?? '';
  if (!LINK.test(safe['href'] ?? '')) delete safe['href'];
  if (!SAFE_PICTURE.test(source)) delete safe['src'];
  if (!INDENT.test(safe['data-indent'] ?? '')) delete safe['data-indent'];
  return { tagName, attribs: safe };
}

/**
 * Replaces a picture of another site with a link to it, or with text if it is inside a link: loading the picture would
 * tell the other site who reads what. For a picture of the picture store, reduces the URL to its path.
 */
export function replaceExternalPicture(
  attribs: sanitizeHtml.Attributes,
  isInLink: boolean,
): sanitizeHtml.Tag {
  const tagName = 'img';
  const { href: _, ...given } = attribs;
  // As for the lead picture, a blank text alternative is an empty one: screen readers differ in what they do with spaces.
  const picture = given['alt']?.trim() === '' ? { ...given, alt: '' } : given;
  const source = picture['src'] ?? '';
  if (!EXTERNAL_PICTURE.test(source)) return { tagName, attribs: picture };
  const stored = STORED_PICTURE.exec(source)?.[1];
  if (stored !== undefined) return { tagName, attribs: { ...picture, src: stored } };
  const href = source.trim();
  const text = (attribs['alt'] ?? '').trim() || href;
  return isInLink ? { tagName: 'span', attribs: {}, text } : { tagName: 'a', attribs: { href }, text };
}

const INK_STYLE = /(?:^|;)\s*color\s*:\s*([^;]+)/i;
const TINT_STYLE = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)/i;

/** Replaces any colours with names of the palette, which has readable values for light and dark mode. */
export function mapColoursToPalette(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
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

/** The formats of the editor, as semantic tags. `renderBody` extends these rules. */
export const ARTICLE_RULES = {
  allowedTags: [...BLOCKS, ...INLINE],
  allowedAttributes: {
    ...Object.fromEntries(ALIGNABLE.map((tag) => [tag, BLOCK_ATTRIBUTES])),
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
  allowedStyles: Object.fromEntries(ALIGNABLE.map((tag) => [tag, BLOCK_STYLES])),
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: isPictureWithoutSource,
} satisfies sanitizeHtml.IOptions;

/**
 * Tracks the open elements during parsing. Throws `unprocessable` when more than `maxDepth` elements are nested,
 * because an unmatched end tag costs the parser one step for each open element.
 */
export function trackOpenTags(maxDepth: number) {
  let [depth, links] = [0, 0];
  return {
    isInLink: () => links > 0,
    onOpenTag: (name: string) => {
      depth += 1;
      if (name === 'a') links += 1;
      if (depth > maxDepth) throw contentError('The text has too much nested formatting');
    },
    onCloseTag: (name: string) => {
      depth -= 1;
      if (name === 'a') links -= 1;
    },
  };
}

/**
 * Reduces the HTML of an article to the formats above. Other elements are replaced by their text; scripts and styles
 * are removed with their content. Links may use http, https, mailto and tel. Pictures may be raster `data:` URLs or
 * paths on this site. Unsafe URLs are removed. (Specification, section 5; pictures of other sites: decision 0027.) Every
 * figure gets one picture (`separateFigures`).
 *
 * @param maxDepth maximum nesting of elements; throws `unprocessable` as soon as the parser exceeds it. Unlimited by
 *   default.
 * @param onElement called with each element before it is changed
 */
export function sanitiseArticle(
  html: string,
  maxDepth = Infinity,
  onElement: (name: string, attributes: sanitizeHtml.Attributes) => void = () => undefined,
): string {
  const { isInLink, onOpenTag, onCloseTag } = trackOpenTags(maxDepth);
  const sanitised = sanitizeHtml(html, {
    ...ARTICLE_RULES,
    onOpenTag(name, attributes) {
      onOpenTag(name);
      onElement(name, attributes);
    },
    onCloseTag,
    transformTags: {
      b: 'strong',
      i: 'em',
      strike: 's',
      del: 's',
      span: mapColoursToPalette,
      img: (_, attribs) => replaceExternalPicture(attribs, isInLink()),
      '*': dropUnsafeAttributes,
    },
  });
  return separateFigures(sanitised);
}

/** A frame with a text has been replaced by a link. */
function isPictureWithoutSource(frame: sanitizeHtml.IFrame): boolean {
  return frame.tag === 'img' && (frame.attribs['src'] ?? '').trim() === '' && !('innerText' in frame);
}
