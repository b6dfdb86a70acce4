import type { TestApp } from '../app.ts';

export interface Visited {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/** Attributes of HTML and XML, and texts of XML elements. */
const LINKS = /(?:href|src|action|content|srcset)="([^"]+)"|>(https?:\/\/[^<\s]+)<\//g;
/** Values of JSON feeds and oEmbed. */
const JSON_LINKS = /"(?:[a-z_]*url|icon|favicon|image|banner_image|avatar)":"([^"\\]+)"/g;

/** Paths that crawlers request without a link. */
const UNLINKED_PATHS = [
  '/',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/rss.xml',
  '/search',
  '/api/openapi.json',
];

/**
 * Follows every link to the site in any response, beginning with the home page.
 *
 * @param unlinked further paths to begin with
 */
export async function crawl(
  app: TestApp,
  origin: string,
  unlinked: readonly string[] = [],
): Promise<Visited[]> {
  const pending = [...UNLINKED_PATHS, ...unlinked];
  const seen = new Set(pending);
  const visited: Visited[] = [];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const response = await app.fetch(path);
    const text = isText(response) ? await response.text() : '';
    visited.push({ path, status: response.status, text });
    const jsonLinks = isLinkingJson(response, path) ? jsonLinksIn(text) : '';
    for (const next of linksIn(text + jsonLinks + headerLinks(response), path, origin)) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return visited;
}

function isText(response: Response): boolean {
  return /^(?:text|application\/(?:.*json|.*xml))/.test(response.headers.get('content-type') ?? '');
}

/** Not those of the API, which is for programs. */
function isLinkingJson(response: Response, path: string): boolean {
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('application/feed+json') || (path.startsWith('/oembed') && type.includes('json'));
}

const jsonLinksIn = (text: string) =>
  Array.from(text.matchAll(JSON_LINKS), ([, url]) => ` href="${url}"`).join('');

function headerLinks(response: Response): string {
  const location = response.headers.get('location');
  return location === null ? '' : ` href="${location}"`;
}

function linksIn(text: string, from: string, origin: string): string[] {
  return Array.from(text.matchAll(LINKS), ([, attribute, location]) => attribute ?? location ?? '')
    .flatMap((value) =>
      value.includes(', ') ? value.split(', ').map((part) => part.split(' ')[0] ?? '') : [value],
    )
    .map((value) => value.replaceAll('&amp;', '&'))
    .filter((value) => URL.canParse(value, origin + from) && /^(?:https?:\/\/|[/?#.])/.test(value))
    .map((value) => new URL(value, origin + from))
    .filter((url) => url.origin === origin)
    .map((url) => url.pathname + url.search);
}
