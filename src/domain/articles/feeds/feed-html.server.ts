import sanitizeHtml from 'sanitize-html';

/** What feed readers understand, of the elements that `renderBody` returns. `<picture>` is replaced by its `<img>`. */
const ALLOWED_TAGS =
  'p h2 h3 h4 h5 blockquote pre ul ol li hr figure figcaption br strong em u s sub sup code a img'.split(' ');

/** No styles: the colours and widths of the site do not fit the background and column of a feed reader. */
const ALLOWED_ATTRIBUTES = {
  '*': ['dir'],
  a: ['href', 'rel'],
  img: ['src', 'srcset', 'alt', 'title', 'width', 'height'],
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
      img: (tagName, { srcset = '', ...attribs }) => ({
        tagName,
        attribs: {
          ...absolute(attribs, ['src'], articleUrl),
          ...(srcset === '' ? {} : { srcset: absoluteSrcset(srcset, articleUrl) }),
        },
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

/** The candidates are those of `srcset` of the image module: paths without spaces or commas, separated by `, `. */
function absoluteSrcset(srcset: string, base: string): string {
  return srcset
    .split(', ')
    .map((candidate) => {
      const [path = '', width = ''] = candidate.split(' ');
      return `${new URL(path, base).href} ${width}`;
    })
    .join(', ');
}
