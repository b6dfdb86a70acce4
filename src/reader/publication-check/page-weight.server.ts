import type { Site } from '#domain/site/site.ts';
import type { Assets } from '#http/assets.server.ts';
import { toBrotli } from '#http/page-cache/compression.server.ts';
import { toGzip } from '#http/page-cache/gzip.server.ts';
import { isStorageKey } from '#platform/storage/key.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { requestedPictures, SCREENS } from './requested-pictures.ts';

/** Bytes that a browser without a cache receives for a page, after compression and without header fields. */
export interface PageWeight {
  readonly html: number;
  readonly styleSheets: number;
  readonly fonts: number;
  /** The script that every page loads; parts of it that wait for a reader are not counted. */
  readonly scripts: number;
  /** Of all pictures of the page, also those below the first screen. */
  readonly pictures: Readonly<Record<keyof typeof SCREENS, number>>;
  readonly total: Readonly<Record<keyof typeof SCREENS, number>>;
  /** Pictures whose size is unknown: on other sites, not stored, or beyond `MAX_PICTURES`. */
  readonly unmeasured: number;
}

export interface WeightDeps {
  readonly site: Site;
  readonly assets: Pick<Assets, 'url' | 'respond'>;
  readonly storage: Pick<Storage, 'head'>;
}

/** Pictures whose size is looked up in the picture store, for each screen. */
const MAX_PICTURES = 40;
const AT_ONCE = 5;
const MEDIA = '/media/';
/** Characters. Brotli takes seconds for a longer page; gzip, which the first reader gets, is some percent larger. */
const BROTLI_MAX_LENGTH = 512 * 1024;

const STYLE_SHEET = /<link rel="stylesheet" href="([^"]*)"/g;
const FONT = /<link rel="preload" href="([^"]*)" as="font"/g;
const SCRIPT = /<script type="module" src="([^"]*)"/g;
/** Text of an article that a browser shows in italics, for which it loads another typeface. */
const ITALIC_TEXT = /<em\b/;
const ITALIC_FONT = 'src/ui/fonts/serif-italic.woff2';

/** Adds up what the page of an article transfers. Reads only sizes. */
export async function measurePage(deps: WeightDeps, html: string): Promise<PageWeight> {
  const fonts = urlsIn(html, FONT);
  if (ITALIC_TEXT.test(html)) fonts.push(deps.assets.url(ITALIC_FONT));
  const phone = requestedPictures(html, SCREENS.phone);
  const desktop = requestedPictures(html, SCREENS.desktop);
  const sizes = await pictureSizes(deps.storage, [
    ...new Set([...phone.slice(0, MAX_PICTURES), ...desktop.slice(0, MAX_PICTURES)]),
  ]);
  const sum = (urls: readonly string[]) => urls.reduce((total, url) => total + (sizes.get(url) ?? 0), 0);
  const fixed = {
    html: (await compress(html)).byteLength,
    styleSheets: await filesSize(deps, urlsIn(html, STYLE_SHEET)),
    fonts: await filesSize(deps, fonts),
    scripts: await filesSize(deps, urlsIn(html, SCRIPT)),
  };
  const base = fixed.html + fixed.styleSheets + fixed.fonts + fixed.scripts;
  const pictures = { phone: sum(phone), desktop: sum(desktop) };
  return {
    ...fixed,
    pictures,
    total: { phone: base + pictures.phone, desktop: base + pictures.desktop },
    unmeasured: phone.filter((url) => !sizes.has(url)).length,
  };
}

const compress = (html: string): Promise<Buffer> =>
  (html.length <= BROTLI_MAX_LENGTH ? toBrotli : toGzip)(Buffer.from(html));

const urlsIn = (html: string, pattern: RegExp): string[] => [
  ...new Set(Array.from(html.matchAll(pattern), ([, url = '']) => url)),
];

async function filesSize(deps: WeightDeps, urls: readonly string[]): Promise<number> {
  let total = 0;
  for (const url of urls) total += await fileSize(deps, url);
  return total;
}

/** Of a built file as the server sends it, or of the style sheet with the colors of the publication. 0 during development. */
async function fileSize({ assets, site }: WeightDeps, url: string): Promise<number> {
  const { styleSheet } = site.appearance;
  if (url === styleSheet?.path) return (await toBrotli(Buffer.from(styleSheet.css))).byteLength;
  const response = assets.respond(
    new Request(new URL(url, site.url), { headers: { 'accept-encoding': 'br' } }),
  );
  return response === null || !response.ok ? 0 : (await response.arrayBuffer()).byteLength;
}

/** Bytes by URL, of those that are in the picture store. */
async function pictureSizes(
  storage: WeightDeps['storage'],
  urls: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const stored = urls.filter((url) => url.startsWith(MEDIA));
  for (let from = 0; from < stored.length; from += AT_ONCE)
    await Promise.all(
      stored.slice(from, from + AT_ONCE).map(async (url) => {
        const size = await sizeOf(storage, url.slice(MEDIA.length));
        if (size !== null) sizes.set(url, size);
      }),
    );
  return sizes;
}

/** Null if the store does not have the file, or does not answer. */
async function sizeOf(storage: WeightDeps['storage'], key: string): Promise<number | null> {
  if (!isStorageKey(key)) return null;
  try {
    return (await storage.head(key))?.size ?? null;
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}
