import sanitizeHtml from 'sanitize-html';

/** What feed readers understand, of the elements that `renderBody` returns. `<picture>` is replaced by its `<img>`. */
const ALLOWED_TAGS =
  'p h2 h3 h4 h5 blockquote pre ul ol li hr figure figcaption br strong em u s sub sup code a img'.split(' ');

/** No styles: the colours and widths of the site do not fit the background and column of a feed reader. */
const ALLOWED_ATTRIBUTES = {
  '*': ['dir'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
};

/**
 * Rewrites the HTML of an article page for feeds: all addresses are absolute, and only elements and attributes without
 * styles remain.
 *
 * @param html from `renderBody`
 * @param articleUrl absolute URL of the article, against which addresses are resolved
 */
export function toFeedHtml(html: string, articleUrl: string): string {
  return sanitizeHtml(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: absolute(attribs, ['href'], articleUrl) }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: absolute(attribs['srcset'] === undefined ? attribs : asJpeg(attribs), ['src'], articleUrl),
      }),
    },
  });
}

function absolute(
  attribs: sanitizeHtml.Attributes,
  names: readonly string[],
  base: string,
): sanitizeHtml.Attributes {
  const resolved = names.flatMap((name) => {
    const value = attribs[name];
    return value !== undefined && URL.canParse(value, base) ? [[name, new URL(value, base).href]] : [];
  });
  return { ...attribs, ...Object.fromEntries(resolved) };
}

/**
 * A stored picture as JPEG, which exists for every width: some feed readers and their email digests show neither AVIF nor WebP.
 * Only stored pictures have a `srcset`.
 */
function asJpeg(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return { ...attribs, src: (attribs['src'] ?? '').replace(/\.webp$/, '.jpg') };
}
