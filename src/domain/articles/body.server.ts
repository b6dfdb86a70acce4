import sanitizeHtml from 'sanitize-html';
import { placeholderBackground, type Picture, srcset } from '#domain/images/image.ts';
import { imageSources, replaceImageTags } from '#domain/images/image-tags.ts';
import { addBlockDirections } from './directed-html.ts';
import { separateFigures } from './separate-figures.ts';
import {
  ARTICLE_RULES,
  BLOCK_ATTRIBUTES,
  BLOCK_STYLES,
  replaceExternalPicture,
  mapColoursToPalette,
  trackOpenTags,
} from './sanitise.server.ts';

/** The `sizes` of a picture in the text, from which the browser chooses a width. Follows `prose.css`. */
const BODY_SIZES = '(min-width: 52rem) 47rem, calc(100vw - 2.5rem)';

/** The URLs of the pictures in a body, without duplicates. */
export function pictureUrlsIn(html: string): string[] {
  return [...new Set(imageSources(html))];
}

/** The rules of the sanitiser for rendered HTML: the rules for stored HTML and what rendering adds. */
const RENDERED_RULES: sanitizeHtml.IOptions = {
  ...ARTICLE_RULES,
  allowedTags: [...ARTICLE_RULES.allowedTags, 'h5'],
  allowedAttributes: {
    ...ARTICLE_RULES.allowedAttributes,
    h5: BLOCK_ATTRIBUTES,
    a: ['href', 'rel'],
    img: [...ARTICLE_RULES.allowedAttributes.img, 'srcset', 'sizes', 'loading', 'decoding'],
    pre: ['tabindex'],
  },
  allowedStyles: { ...ARTICLE_RULES.allowedStyles, h5: BLOCK_STYLES },
};

/**
 * Renders stored, already sanitised HTML for the page, in one pass under the same rules:
 * - Headings get the levels that follow the page's only h1.
 * - Pictures get their sizes, so that the layout does not shift, and load lazily.
 * - External links get `rel="noopener"`.
 * - Code blocks are focusable, so that wide code can be scrolled by keyboard.
 * - A picture of another site, which earlier releases stored, becomes a link as it would when the article is saved. So does a
 *   figure with several pictures become several figures (`separateFigures`).
 * - A block that is read in another direction than the text around it gets `dir` (`addBlockDirections`).
 *
 * @param lang language of the article; empty if unknown
 */
export function renderBody(html: string, pictures: ReadonlyMap<string, Picture>, lang = ''): string {
  const heading = headingOutline();
  const { isInLink, onOpenTag, onCloseTag } = trackOpenTags(Infinity);
  const rendered = sanitizeHtml(html, {
    ...RENDERED_RULES,
    onOpenTag,
    onCloseTag,
    transformTags: {
      h1: heading,
      h2: heading,
      h3: heading,
      h4: heading,
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...linkRelation(attribs['href']) } }),
      img: (_, attribs) => renderPicture(replaceExternalPicture(attribs, isInLink()), pictures),
      span: mapColoursToPalette,
      pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
    },
  });
  return replaceImageTags(addBlockDirections(separateFigures(rendered), lang), (tag, url) =>
    addPictureSources(tag, pictures.get(url)),
  );
}

/**
 * Returns a transformer that assigns the heading levels of one text. It must be called in document order. A heading
 * below no other becomes h2; every other heading is one level deeper than the nearest preceding heading of a higher
 * rank. So no level is skipped, whatever the author uses (WCAG technique H42; axe `heading-order`), and four ranks end
 * at h5.
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

/** @param tag the picture, or the link that replaces a picture of another site */
function renderPicture(tag: sanitizeHtml.Tag, pictures: ReadonlyMap<string, Picture>): sanitizeHtml.Tag {
  if (tag.tagName === 'img') return { ...tag, attribs: pictureAttributes(tag.attribs, pictures) };
  return { ...tag, attribs: { ...tag.attribs, ...linkRelation(tag.attribs['href']) } };
}

function pictureAttributes(
  attribs: sanitizeHtml.Attributes,
  pictures: ReadonlyMap<string, Picture>,
): sanitizeHtml.Attributes {
  const lazy = { loading: 'lazy', decoding: 'async', alt: '', ...attribs };
  const picture = pictures.get(attribs['src'] ?? '');
  if (picture === undefined || picture.widths.length === 0) return lazy;
  return {
    ...lazy,
    srcset: srcset(picture, 'webp'),
    sizes: BODY_SIZES,
    width: String(picture.width),
    height: String(picture.height),
  };
}

/**
 * Adds markup that stored HTML must not contain and that is built from the `images` table: an AVIF source, and the
 * placeholder shown while the picture loads. Runs after the sanitiser, which cannot wrap elements.
 */
function addPictureSources(tag: string, picture: Picture | undefined): string {
  if (picture === undefined || picture.widths.length === 0) return tag;
  const background = placeholderBackground(picture);
  const image = background === '' ? tag : tag.replace('<img', `<img style="background:${background}"`);
  const source = `<source type="image/avif" srcset="${srcset(picture, 'avif')}" sizes="${BODY_SIZES}" />`;
  return `<picture>${source}${image}</picture>`;
}
