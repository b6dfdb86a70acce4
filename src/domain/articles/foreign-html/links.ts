import { isAllowedLinkUrl } from '../urls.ts';
import { unwrap } from './dom.ts';
import type { ConversionContext } from './convert-body.ts';
import type { Losses } from './losses.ts';

/** Replaces links that articles cannot have by their text: to a place in the same text, without a host, or with another scheme. */
export function convertLinks(body: HTMLElement, losses: Losses, { pageUrl }: ConversionContext): void {
  for (const link of body.querySelectorAll('a')) {
    const href = completeHost((link.getAttribute('href') ?? '').trim());
    // Browsers complete relative links with the page that they are pasted into.
    const isInPage = href.startsWith('#') || (pageUrl !== null && href.startsWith(`${pageUrl}#`));
    if (!isInPage && isAllowedLinkUrl(href)) {
      link.setAttribute('href', href);
      continue;
    }
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1];
    if (isInPage) losses.anchors += 1;
    else if (scheme !== undefined) losses.linkSchemes.push(scheme.toLowerCase());
    else if (href !== '') losses.relativeLinks.push(href);
    unwrap(link);
  }
}

/** `//x.example` and `www.x.example` name a site, although they have no scheme. */
function completeHost(href: string): string {
  if (href.startsWith('//')) return `https:${href}`;
  return /^www\.[^\s/]+\.[a-z]/i.test(href) ? `https://${href}` : href;
}
