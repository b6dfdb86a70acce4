/** The screen for which a browser chooses the width of a picture. */
export interface Screen {
  /** CSS pixels. */
  readonly width: number;
  /** Device pixels for each CSS pixel. */
  readonly density: number;
}

/** A phone and a desktop computer as most readers have them. */
export const SCREENS = {
  phone: { width: 390, density: 3 },
  desktop: { width: 1366, density: 1 },
} as const satisfies Readonly<Record<string, Screen>>;

const CSS_PIXELS_PER_REM = 16;

/** Pictures in the markup of pages: the AVIF source, which current browsers prefer, or a single file. */
const PICTURE = /<source type="image\/avif" srcset="([^"<>]*)" sizes="([^"<>]*)"|<img\b[^<>]*>/gi;
const CONDITION = '(min-width: ';
const SOURCE = /\ssrc="([^"]*)"/i;

/**
 * The URLs of the pictures of a page that a browser with this screen loads, once each, when a reader scrolls to the end of the page.
 *
 * @param html a page of this site
 */
export function requestedPictures(html: string, screen: Screen): string[] {
  const urls = new Set<string>();
  let isInPicture = false;
  for (const [tag, srcset, sizes] of html.matchAll(PICTURE)) {
    if (srcset !== undefined && sizes !== undefined) {
      urls.add(chooseCandidate(srcset, slotWidth(sizes, screen.width) * screen.density));
      isInPicture = true;
      continue;
    }
    // The picture after a source is the fallback of it.
    if (!isInPicture) urls.add(SOURCE.exec(tag)?.[1] ?? '');
    isInPicture = false;
  }
  urls.delete('');
  return [...urls].filter((url) => !url.startsWith('data:'));
}

/**
 * The width in CSS pixels that a `sizes` attribute gives to a picture. Understands what this site writes: `min-width` conditions in
 * rem, and lengths in rem, vw and `calc(VW - REM)`.
 */
function slotWidth(sizes: string, viewport: number): number {
  for (const entry of sizes.split(',').map((part) => part.trim())) {
    if (!entry.startsWith(CONDITION)) return lengthOf(entry, viewport);
    const end = entry.indexOf(')');
    const minimum = Number.parseFloat(entry.slice(CONDITION.length, end)) * CSS_PIXELS_PER_REM;
    if (viewport >= minimum) return lengthOf(entry.slice(end + 1), viewport);
  }
  return viewport;
}

function lengthOf(length: string, viewport: number): number {
  const [, first = '100', unit = 'vw', less = '0'] =
    /^(?:calc\()?([\d.]+)(vw|rem)(?: - ([\d.]+)rem\))?$/.exec(length.trim()) ?? [];
  const width = unit === 'vw' ? (viewport * Number(first)) / 100 : Number(first) * CSS_PIXELS_PER_REM;
  return width - Number(less) * CSS_PIXELS_PER_REM;
}

/** The narrowest candidate of a `srcset` that has enough pixels, otherwise the widest. */
function chooseCandidate(srcset: string, pixels: number): string {
  const candidates = srcset.split(', ').map((candidate) => {
    const [url = '', width = '0w'] = candidate.split(' ');
    return { url, width: Number.parseInt(width) };
  });
  const sorted = candidates.toSorted((one, other) => one.width - other.width);
  return (sorted.find(({ width }) => width >= pixels) ?? sorted.at(-1))?.url ?? '';
}
