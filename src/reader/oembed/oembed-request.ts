import { articlePath } from '#domain/articles/article.ts';
import { isSlug } from '#domain/articles/slug.ts';

/** https://oembed.com: other sites ask it for the title and picture of an article. */
export const OEMBED_PATH = '/oembed';

export const OEMBED_FORMATS = ['json', 'xml'] as const;
export type OEmbedFormat = (typeof OEMBED_FORMATS)[number];

/** Characters. Addresses of articles are shorter. */
const MAX_URL_LENGTH = 2000;

/** Pixels. A limit counts as the next smaller of these, so that an article has few stored responses. */
const LIMITS = [120, 240, 480, 640, 960, 1200, 1440, 1920];
/** Pixels. The width of a social picture, wide enough for a card, and much smaller than the largest picture. */
const USUAL_WIDTH = 1200;
const USUAL_HEIGHT = 1920;

export interface OEmbedRequest {
  readonly slug: string;
  readonly format: OEmbedFormat;
  /** Pixels that the thumbnail may have; 0 if there is none so small. */
  readonly maxWidth: number;
  readonly maxHeight: number;
}

export type OEmbedProblem = 'invalid' | 'not_found' | 'unsupported_format';

/** The request of a query, or what is wrong with it. Unknown parameters are ignored. */
export function parseOEmbedRequest(query: URLSearchParams, siteUrl: string): OEmbedRequest | OEmbedProblem {
  const format = OEMBED_FORMATS.find((known) => known === (query.get('format') ?? 'json'));
  if (format === undefined) return 'unsupported_format';
  const maxWidth = parseLimit(query.get('maxwidth'), USUAL_WIDTH);
  const maxHeight = parseLimit(query.get('maxheight'), USUAL_HEIGHT);
  const url = query.get('url') ?? '';
  if (maxWidth === null || maxHeight === null || url === '') return 'invalid';
  const slug = slugOf(url, siteUrl);
  return slug === null ? 'not_found' : { slug, format, maxWidth, maxHeight };
}

/** The parameters of the canonical address of a response, which the head of the article names without limits. */
export function oembedQuery(
  { slug, format, maxWidth, maxHeight }: OEmbedRequest,
  siteUrl: string,
): URLSearchParams {
  return new URLSearchParams({
    url: siteUrl + articlePath(slug),
    format,
    ...(maxWidth === USUAL_WIDTH ? {} : { maxwidth: String(maxWidth) }),
    ...(maxHeight === USUAL_HEIGHT ? {} : { maxheight: String(maxHeight) }),
  });
}

/** Absolute URL of the response for an article. */
export const oembedUrl = (siteUrl: string, slug: string, format: OEmbedFormat): string =>
  `${siteUrl}${OEMBED_PATH}?${oembedQuery({ slug, format, maxWidth: USUAL_WIDTH, maxHeight: USUAL_HEIGHT }, siteUrl).toString()}`;

function parseLimit(value: string | null, usual: number): number | null {
  if (value === null || value === '') return usual;
  if (!/^[1-9]\d{0,5}$/.test(value)) return null;
  return LIMITS.findLast((limit) => limit <= Number(value)) ?? 0;
}

/** The slug in the address of an article of this site, whatever follows its path. */
function slugOf(url: string, siteUrl: string): string | null {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url)) return null;
  const { protocol, host, username, password, pathname } = new URL(url);
  const isOwn = host === new URL(siteUrl).host && username === '' && password === '';
  if (!isOwn || !['http:', 'https:'].includes(protocol)) return null;
  const slug = /^\/article\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '';
  return isSlug(slug) ? slug : null;
}
