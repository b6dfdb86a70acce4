import sanitizeHtml from 'sanitize-html';
import { backdrop, type Picture, srcSet } from '#domain/images/image.ts';
import { imageSources, replaceImageTags } from '#domain/images/image-tags.ts';
import {
  ARTICLE_RULES,
  BLOCK_ATTRIBUTES,
  BLOCK_STYLES,
  keepNoForeignPicture,
  keepPaletteColours,
  trackOpenTags,
} from './sanitise.server.ts';

/** How wide a picture in the text stands, for the browser's choice among its widths (`prose.css`). */
const BODY_SIZES = '(min-width: 52rem) 47rem, calc(100vw - 2.5rem)';

/** The addresses of the pictures in a body, for looking up their widths. */
export function picturesIn(html: string): string[] {
  return [...new Set(imageSources(html))];
}

/** Letters of the scripts that are written from right to left (Unicode, DerivedBidiClass: R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Elements that take a direction of their own. Code does not. */
const DIRECTED = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'ul', 'ol', 'blockquote', 'figure']);

/** What the presentation adds to the stored form. */
const PRESENTED: sanitizeHtml.IOptions = {
  ...ARTICLE_RULES,
  allowedTags: [...ARTICLE_RULES.allowedTags, 'h5'],
  allowedAttributes: {
    ...ARTICLE_RULES.allowedAttributes,
    h5: BLOCK_ATTRIBUTES,
    a: ['href', 'rel'],
    img: [...ARTICLE_RULES.allowedAttributes.img, 'srcset', 'sizes', 'loading', 'decoding'],
    pre: ['tabindex'],
    '*': ['dir'],
  },
  allowedStyles: { ...ARTICLE_RULES.allowedStyles, h5: BLOCK_STYLES },
};

/**
 * Turns stored, already sanitised HTML into what the page shows, in one pass under the same rules: headings get the
 * levels that follow the page's only h1, pictures learn their sizes so that nothing jumps and load when they come near,
 * links leave without a handle on the page, wide code can be scrolled by keyboard. A picture of another site, which earlier
 * releases stored, becomes a link as it would when the article is saved. Where anything in it is written from
 * right to left, each outermost block takes its direction from its first letter; elsewhere that would change nothing.
 *
 * @param lang of the article; where one is named, the direction is that of the language
 */
export function presentBody(html: string, pictures: ReadonlyMap<string, Picture>, lang = ''): string {
  const hasTwoDirections = lang === '' && RIGHT_TO_LEFT.test(html);
  const heading = headingOutline();
  const { isInLink, isOutermost, onOpenTag, onCloseTag } = trackOpenTags(Infinity);
  const presented = sanitizeHtml(html, {
    ...PRESENTED,
    onOpenTag,
    onCloseTag,
    transformTags: {
      h1: heading,
      h2: heading,
      h3: heading,
      h4: heading,
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...linkRelation(attribs['href']) } }),
      img: (_, attribs) => presentPicture(keepNoForeignPicture(attribs, isInLink()), pictures),
      span: keepPaletteColours,
      pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      // Elements inside share it: one with a direction of its own is passed over when its container looks for a letter.
      '*': (tagName, { dir: _stored, ...attribs }) => {
        const isDirected = hasTwoDirections && isOutermost() && DIRECTED.has(tagName);
        return { tagName, attribs: isDirected ? { ...attribs, dir: 'auto' } : attribs };
      },
    },
  });
  return replaceImageTags(presented, (tag, url) => offerFormats(tag, pictures.get(url)));
}

/**
 * Renames the headings of one text, called in document order: one that is below no other becomes h2, every other is one
 * level deeper than the nearest heading above it of a higher rank. So levels are never skipped, whichever the author
 * uses (WCAG technique H42; axe `heading-order`), and four ranks end at h5.
 */
function headingOutline(): sanitizeHtml.Transformer {
  let ancestors: string[] = [];
  return (tagName, attribs) => {
    ancestors = [...ancestors.filter((rank) => rank < tagName), tagName];
    return { tagName: `h${ancestors.length + 1}`, attribs };
  };
}

function linkRelation(href: string | undefined): sanitizeHtml.Attributes {
  return href !== undefined && /^https?:/.test(href) ? { rel: 'noopener' } : {};
}

/** @param kept the picture, or the link that stands for one of another site */
function presentPicture(kept: sanitizeHtml.Tag, pictures: ReadonlyMap<string, Picture>): sanitizeHtml.Tag {
  if (kept.tagName === 'img') return { ...kept, attribs: pictureAttributes(kept.attribs, pictures) };
  return { ...kept, attribs: { ...kept.attribs, ...linkRelation(kept.attribs['href']) } };
}

function pictureAttributes(
  attribs: sanitizeHtml.Attributes,
  pictures: ReadonlyMap<string, Picture>,
): sanitizeHtml.Attributes {
  const lazy = { loading: 'lazy', decoding: 'async', alt: '', ...attribs };
  const known = pictures.get(attribs['src'] ?? '');
  if (known === undefined || known.widths.length === 0) return lazy;
  return {
    ...lazy,
    srcset: srcSet(known, 'webp'),
    sizes: BODY_SIZES,
    width: String(known.width),
    height: String(known.height),
  };
}

/**
 * Adds what stored HTML may never hold and we know to be right: AVIF for those who can show it, and what stands in the
 * picture's place until it is there. After the sanitiser, since it cannot put elements around others.
 */
function offerFormats(tag: string, known: Picture | undefined): string {
  if (known === undefined || known.widths.length === 0) return tag;
  const background = backdrop(known);
  const image = background === '' ? tag : tag.replace('<img', `<img style="background:${background}"`);
  const source = `<source type="image/avif" srcset="${srcSet(known, 'avif')}" sizes="${BODY_SIZES}" />`;
  return `<picture>${source}${image}</picture>`;
}
