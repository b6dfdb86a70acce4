import { parsePictureUrl } from '../urls.ts';

/** Attributes in which pages keep the URL of a picture that they load when it is scrolled into view. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-src'];
const LAZY_SOURCE_SETS = ['srcset', 'data-srcset', 'data-lazy-srcset'];

/**
 * The absolute URL of a picture that was copied before its page loaded it: `src` is missing or a placeholder, and the URL is
 * in another attribute. Null if there is none. Paths are not used, because the clipboard does not say of which site.
 */
export function lazySource(picture: HTMLImageElement): string | null {
  const sources = LAZY_SOURCES.map((name) => picture.getAttribute(name) ?? '');
  const alternatives = picture.parentElement?.localName === 'picture' ? pictureSourcesIn(picture) : [];
  const sets = [picture, ...alternatives].flatMap((element) =>
    LAZY_SOURCE_SETS.map((name) => largestCandidate(element.getAttribute(name) ?? '')),
  );
  return [...sources, ...sets].map(absoluteUrl).find((url) => url !== null) ?? null;
}

/** A picture is the only name of a link without words, so that it cannot be decorative: it has to be described. */
export function requireLinkNames(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('a[href] img[alt=""]'))
    if (picture.closest('a')?.textContent.trim() === '') picture.removeAttribute('alt');
}

function pictureSourcesIn(picture: HTMLImageElement): Element[] {
  return [...(picture.parentElement?.querySelectorAll('source') ?? [])];
}

function absoluteUrl(text: string): string | null {
  const url = text.trim().startsWith('//') ? `https:${text.trim()}` : text.trim();
  return /^https?:/i.test(url) && parsePictureUrl(url, '') !== null ? url : null;
}

/**
 * The URL of the widest or densest candidate of a `srcset`; empty without one. Candidates may be separated by a comma without
 * a space, and URLs may contain commas (HTML, "Parsing a srcset attribute").
 */
export function largestCandidate(srcset: string): string {
  let [largest, largestSize, url] = ['', 0, ''];
  const addCandidate = (size: number) => {
    if (url !== '' && size > largestSize) [largest, largestSize] = [url, size];
    url = '';
  };
  for (const word of srcset.split(/\s/)) {
    if (word === '' || word === ',') continue;
    if (url === '') url = word;
    else {
      const comma = word.indexOf(',');
      addCandidate(Number.parseFloat(word) || 0);
      if (comma !== -1) url = word.slice(comma + 1);
    }
    // Without a descriptor.
    if (!url.endsWith(',')) continue;
    url = url.slice(0, -1);
    addCandidate(1);
  }
  addCandidate(1);
  return largest;
}
