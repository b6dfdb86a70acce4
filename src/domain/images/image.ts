/** The data with which a page shows a picture, and reserves its place before it is loaded. */
export interface Picture {
  /** URL of its WebP variant about 960 pixels wide, used wherever a single URL is needed. Identifies the picture. */
  readonly url: string;
  readonly alt: string;
  /** Pixels of the largest width. */
  readonly width: number;
  readonly height: number;
  /** Widths in pixels that exist in every format, ascending. Empty for an external picture. */
  readonly widths: readonly number[];
  /** Dominant colour, `#rrggbb`. Empty for a picture with transparency. */
  readonly color: string;
  /** A blurred thumbnail as a `data:` URL. Empty for a picture with transparency. */
  readonly placeholder: string;
}

export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
/** Logos and icons are stored as PNG, and those that were uploaded as SVG also as SVG, in their largest width. */
export type StoredFormat = PictureFormat | 'png' | 'svg';

const MEDIA = '/media/';
const BUCKET = 'article-images';
const SIZED = /-\d+\.(?:webp|png|svg)$/;

const STANDARD_WIDTHS = [480, 960, 1440, 1920] as const;
const MAX_WIDTH = 1920;
/** The width of `Picture.url`: sharp in a column of text on most screens. */
const DEFAULT_WIDTH = 960;
/** Widths whose ratio is smaller than this are not stored as separate files. */
const MIN_WIDTH_RATIO = 1.1;

/**
 * The widths in which a picture of `width` pixels is stored, ascending: its own width, at most 1920, and the standard
 * widths sufficiently below it. Pictures are never enlarged.
 */
export function widthsFor(width: number): number[] {
  const own = Math.min(width, MAX_WIDTH);
  return [...STANDARD_WIDTHS.filter((step) => step * MIN_WIDTH_RATIO <= own), own];
}

/** The URL (`Picture.url`) of the picture with this name and these stored widths. */
export function pictureUrl(name: string, widths: readonly number[]): string {
  const usual = widths.find((width) => width >= DEFAULT_WIDTH) ?? widths.at(-1);
  return `${MEDIA}${BUCKET}/${name}-${usual}.webp`;
}

/** `/media/article-images/name-960.webp` → `/media/article-images/name-480.avif`. */
export function variantUrl(url: string, width: number, format: StoredFormat | 'jpg'): string {
  return url.replace(SIZED, `-${width}.${format}`);
}

/**
 * The URL of the JPEG variant, for clients that support neither AVIF nor WebP: the narrowest stored width of at least
 * `width` pixels, else the largest. For an external picture, its only URL.
 */
export function jpegUrl({ url, widths }: Pick<Picture, 'url' | 'widths'>, width: number): string {
  const chosen = widths.find((step) => step >= width) ?? widths.at(-1);
  return chosen === undefined ? url : variantUrl(url, chosen, 'jpg');
}

/** The `srcset` of all widths in one format. */
export function srcset(picture: Pick<Picture, 'url' | 'widths'>, format: PictureFormat): string {
  return picture.widths.map((width) => `${variantUrl(picture.url, width, format)} ${width}w`).join(', ');
}

/** The CSS `background` shown until the picture is loaded; empty if it has none. */
export function placeholderBackground({
  color,
  placeholder,
}: Pick<Picture, 'color' | 'placeholder'>): string {
  return placeholder === '' ? color : `${color} url(${placeholder}) center / cover`;
}

const isLogo = (url: string) => /\.(?:png|svg)$/.test(url);

/** The storage keys of all JPEG copies that may exist. */
export function jpegKeys({ url, widths }: Pick<Picture, 'url' | 'widths'>): string[] {
  return isLogo(url) ? [] : widths.map((width) => variantKey(url, width, 'jpg'));
}

/** The storage keys of all variants, without the JPEG copies that are created on demand. */
export function pictureKeys({ url, widths }: Pick<Picture, 'url' | 'widths'>): string[] {
  const formats = isLogo(url) ? (['png'] as const) : PICTURE_FORMATS;
  const keys = widths.flatMap((width) => formats.map((format) => variantKey(url, width, format)));
  return url.endsWith('.svg') ? [...keys, variantKey(url, widths.at(-1) ?? 0, 'svg')] : keys;
}

/** `/media/article-images/name-960.webp` → `article-images/name-480.avif`. */
export function variantKey(url: string, width: number, format: StoredFormat | 'jpg'): string {
  return variantUrl(url, width, format).slice(MEDIA.length);
}
