import type { TestApp } from '../app.ts';

export interface Visited {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

const LINKS = /(?:href|src|action|content|srcset)="([^"]+)"|<loc>([^<]+)<\/loc>/g;

/** Where a machine looks without having been sent. */
const KNOWN = ['/', '/robots.txt', '/sitemap.xml', '/feed.xml', '/rss.xml', '/search', '/api/openapi.json'];

/** Follows every address of the site that any answer names, from the home page on. */
export async function crawl(app: TestApp, origin: string): Promise<Visited[]> {
  const waiting = [...KNOWN];
  const met = new Set(waiting);
  const visited: Visited[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const answer = await app.fetch(path);
    const text = isText(answer) ? await answer.text() : '';
    visited.push({ path, status: answer.status, text });
    for (const next of linksIn(text + headerLinks(answer), path, origin)) {
      if (met.has(next)) continue;
      met.add(next);
      waiting.push(next);
    }
  }
  return visited;
}

function isText(answer: Response): boolean {
  return /^(?:text|application\/(?:.*json|.*xml))/.test(answer.headers.get('content-type') ?? '');
}

function headerLinks(answer: Response): string {
  const location = answer.headers.get('location');
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
