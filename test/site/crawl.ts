import type { TestApp } from '../app.ts';

export interface Visited {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

const LINKS = /(?:href|src|action|content|srcset)="([^"]+)"|<loc>([^<]+)<\/loc>/g;

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

/** Follows every link to the site in any response, beginning with the home page. */
export async function crawl(app: TestApp, origin: string): Promise<Visited[]> {
  const pending = [...UNLINKED_PATHS];
  const seen = new Set(pending);
  const visited: Visited[] = [];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const response = await app.fetch(path);
    const text = isText(response) ? await response.text() : '';
    visited.push({ path, status: response.status, text });
    for (const next of linksIn(text + headerLinks(response), path, origin)) {
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
