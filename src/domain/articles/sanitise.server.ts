import sanitizeHtml from 'sanitize-html';

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
const INLINE = ['br', 'strong', 'em', 'u', 's', 'span', 'code', 'a', 'img'];

const COLOUR = [
  /^#[0-9a-f]{3,8}$/i,
  /^rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(,\s*(0|1|0?\.\d+)\s*)?\)$/i,
];
const ALIGNMENT = [/^(left|center|right|justify)$/];
const RASTER_DATA = /^data:image\/(png|jpeg|webp|avif|gif);base64,/i;
const INDENT = /^[1-8]$/;

const ALIGNED = ['p', 'h1', 'h2', 'h3', 'h4'];
export const BLOCK_ATTRIBUTES = ['style', 'data-indent'];
export const BLOCK_STYLES = { 'text-align': ALIGNMENT };

/** Drops what would be harmless to the reader's safety but not to the page: unsafe pictures, odd indents. */
function keepSafeAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const kept = { ...attribs };
  const source = kept['src'] ?? '';
  if (/^\s*data:/i.test(source) && !RASTER_DATA.test(source)) delete kept['src'];
  if (!INDENT.test(kept['data-indent'] ?? '')) delete kept['data-indent'];
  return { tagName, attribs: kept };
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
    span: ['style'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedStyles: {
    ...Object.fromEntries(ALIGNED.map((tag) => [tag, BLOCK_STYLES])),
    span: { color: COLOUR, 'background-color': COLOUR },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
} satisfies sanitizeHtml.IOptions;

/**
 * Reduces an article's HTML to the formats above. What is not on the list loses its tag and keeps its text; scripts and
 * styles go with their content. Links may be http, https, mailto, tel; pictures http, https, raster data and our own;
 * an unsafe address becomes blank. (Specification, section 5.)
 */
export function sanitiseArticle(html: string): string {
  return sanitizeHtml(html, {
    ...ARTICLE_RULES,
    transformTags: { b: 'strong', i: 'em', strike: 's', del: 's', '*': keepSafeAttributes },
  });
}

/** Words a reader would read: letters or digits between spaces, tags left out. */
export function countWords(html: string): number {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&[a-z#0-9]+;/gi, ' ');
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
}
